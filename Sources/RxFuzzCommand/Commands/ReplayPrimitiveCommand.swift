import RxFuzzKit
import ScheduleKit

/// `replay FILE` where the file holds a script of a part of the library: races it until it fails, or a bound is reached.
struct ReplayPrimitiveCommand {
  let desk: ReplaySession

  func run(_ file: PrimitiveFile) throws(CommandFailure) -> ExitCode {
    let options = desk.options
    if options.gradesOutcomes {
      throw .usage("--outcomes: a part on its own has no outcomes, only a scenario has")
    }
    if let engine = options.engine, engine != .stress {
      throw .usage(
        "--engine: a part on its own is raced, not --engine \(engine.rawValue); "
          + "`primitives` explores it")
    }
    var plan = desk.plan()
    do {
      plan.partFiles = [
        try CampaignPlan.PrimitiveEntry(
          path: options.file, file: file, races: desk.races, library: desk.library)
      ]
    } catch {
      throw CommandFailure(
        code: .unreadable, message: "\(options.file): \(error.message)")
    }
    plan.failsFast = true
    desk.printHeader("part \(file.program.part)", jobs: plan.jobs, verdict: file.verdict)
    let summary = desk.driver(plan).run()
    let races = NumberWords.counted(summary.progress.primitiveRaces, "race")
    if let found = summary.primitiveFindings.first {
      desk.printFailure(found.invariant, "within \(races)", expected: file.verdict)
    } else {
      desk.printMiss(races, summary)
    }
    let code = Verdict(summary, racesPartsOnly: true)
      .exitCode(damagedFiles: 0, console: desk.console)
    return desk.report(summary, seed: plan.seed, code: code)
  }
}
