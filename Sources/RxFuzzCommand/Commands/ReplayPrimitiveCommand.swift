import RxFuzzKit
import ScheduleKit

/// `replay FILE` where the file holds a script of a primitive: races it until it fails, or a bound is reached.
struct ReplayPrimitiveCommand {
  let session: ReplaySession

  func run(_ file: PrimitiveFile) throws(CommandFailure) -> ExitCode {
    let options = session.options
    if options.gradesOutcomes {
      throw .usage("--outcomes: a primitive on its own has no outcomes, only a scenario has")
    }
    if let engine = options.engine, engine != .stress {
      throw .usage(
        "--engine: a primitive on its own is raced, not --engine \(engine.rawValue); "
          + "`primitives` explores it")
    }
    var plan = session.plan()
    do {
      plan.primitiveFiles = [
        try CampaignPlan.PrimitiveEntry(
          path: options.file, file: file, races: session.races, library: session.library)
      ]
    } catch {
      throw CommandFailure(
        code: .unreadable, message: "\(options.file): \(error.message)")
    }
    plan.failsFast = true
    session.printHeader(
      "primitive \(file.program.primitive)", jobs: plan.jobs, verdict: file.verdict)
    let summary = session.driver(plan).run()
    let races = NumberWords.counted(summary.progress.primitiveRaces, "race")
    if let found = summary.primitiveFindings.first {
      session.printFailure(found.invariant, "within \(races)", expected: file.verdict)
    } else {
      session.printMiss(races, summary)
    }
    let code = Verdict(summary, racesPrimitivesOnly: true)
      .exitCode(damagedFiles: 0, console: session.console)
    return session.report(summary, seed: plan.seed, code: code)
  }
}
