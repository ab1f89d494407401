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
    let engine = try EngineSelection(options.engine, library: session.library)
    guard engine.choice.races else {
      throw .usage(
        "--engine: a primitive on its own is raced, not --engine \(engine.choice.rawValue); "
          + "`--engine both` explores it, too")
    }
    var plan = session.plan()
    plan.engine = engine.choice
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
    if let note = engine.note { session.console.complain("note: \(note)") }
    let summary = session.driver(plan).run()
    let races = NumberWords.counted(summary.progress.primitiveRaces, "race")
    if let found = summary.primitiveFindings.first {
      // What ends the process, or shows under control, does so before races are counted.
      let when = summary.progress.primitiveRaces == 0 ? "at once" : "within \(races)"
      session.printFailure(found.invariant, when, expected: file.verdict)
    } else {
      session.printMiss(races, summary)
    }
    let code = Verdict(summary, racesPrimitivesOnly: true)
      .exitCode(damagedFiles: 0, console: session.console)
    return session.report(summary, seed: plan.seed, code: code)
  }
}
