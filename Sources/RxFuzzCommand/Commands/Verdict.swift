import RxFuzzKit
import ScheduleKit

/// What a run's summary means for the exit code.
struct Verdict {
  private let summary: CampaignSummary
  private let expectsOverlap: Bool
  private let racesPrimitivesOnly: Bool

  /// - Parameters:
  ///   - expectsOverlap: false where all that was raced has one queue, and nothing to overlap with, and where what was left
  ///     of a resumed campaign is less than one batch, whose races may all miss one another on a busy machine.
  ///   - racesPrimitivesOnly: whether no scenario was to be raced, but a primitive on its own.
  init(
    _ summary: CampaignSummary, expectsOverlap: Bool = true, racesPrimitivesOnly: Bool = false
  ) {
    self.summary = summary
    self.expectsOverlap = expectsOverlap
    self.racesPrimitivesOnly = racesPrimitivesOnly
  }

  /// Why the run proves nothing, or nil: a run that raced nothing must never look like a pass.
  var emptiness: String? {
    if case .internalError(let reason) = summary.cut { return reason }
    if case .givenUp(let reason) = summary.cut { return reason }
    if let exhaustion { return exhaustion }
    if summary.faults > 0 {
      return
        "the tool itself failed in \(NumberWords.counted(UInt64(summary.faults), "batch", "batches"))"
    }
    // A finding may end a run before every engine has had its turn.
    guard !summary.hasFindings else { return nil }
    let progress = summary.progress
    if racesPrimitivesOnly { return progress.primitiveRaces == 0 ? "nothing was raced" : nil }
    let races = progress.engine.races && summary.hadRaces
    let explores = progress.engine.explores && summary.hadSchedules
    if !races && !explores { return progress.primitiveRaces == 0 ? "nothing was raced" : nil }
    if races, progress.raced == 0 { return "nothing was raced" }
    if explores, progress.schedules == 0 { return "no schedule was explored" }
    if races, expectsOverlap, progress.overlapped == 0 {
      return "no two queues overlapped in any race"
    }
    return nil
  }

  /// What the system has none left of, where that has ended the run.
  private var exhaustion: String? {
    guard case .exhausted(let reason) = summary.cut else { return nil }
    return reason
  }

  /// Of a table of outcomes: what is forbidden outweighs what is not graded.
  func exitCode(grades: [GradedOutcome], console: Console) -> ExitCode {
    if grades.contains(where: { $0.grade == .forbidden }) { return .findings }
    let code = exitCode(damagedFiles: 0, console: console)
    guard code == .clean else { return code }
    let ungraded = grades.filter { $0.grade == .ungraded }
    guard let first = ungraded.first else { return .clean }
    console.complain(
      "error: \(NumberWords.counted(UInt64(ungraded.count), "outcome")) not graded: "
        + first.reason)
    return .ungraded
  }

  /// Findings outweigh everything: they stay true however the run ended.
  func exitCode(damagedFiles: Int, console: Console) -> ExitCode {
    if let emptiness { console.complain("error: \(emptiness)") }
    if summary.hasNews { return .findings }
    if exhaustion != nil { return .exhausted }
    if emptiness != nil { return .internalError }
    return damagedFiles > 0 ? .unreadable : .clean
  }
}
