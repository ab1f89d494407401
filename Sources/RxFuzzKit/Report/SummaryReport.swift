import ScheduleKit

/// The end of a run, as a person reads it.
public enum SummaryReport {
  /// - `promiseNotes`: what the library does not promise, in words.
  /// - `semantics`: what it does otherwise than RxCore, in words.
  public static func text(
    _ summary: CampaignSummary, promiseNotes: [String], semantics: [String] = [],
    style: TextStyle = .plain
  ) -> String {
    let progress = summary.progress
    var lines: [String] = []
    if progress.engine.races { lines += racedLines(progress) }
    if progress.engine.explores {
      let spent = NumberWords.duration(milliseconds: progress.exploredMicroseconds / 1_000)
      lines.append(
        "explored   \(NumberWords.counted(progress.schedules, "schedule")) in \(spent), "
          + "\(NumberWords.grouped(UInt64(progress.schedulesPerSecond))) a second")
      if progress.pointCoverage != PointCoverage() {
        lines.append("points     in a scenario up to \(progress.pointCoverage.words)")
      }
    }
    if progress.primitiveScripts > 0 {
      lines.append(
        "primitives \(NumberWords.counted(progress.primitiveScripts, "script")) of disposables and "
          + "schedulers on their own, \(NumberWords.counted(progress.primitiveRaces, "race"))")
    }
    if progress.skipped > 0 {
      lines.append(
        "skipped    \(NumberWords.counted(progress.skipped, "iteration")), "
          + "in batches cut short by \(NumberWords.counted(UInt64(summary.deaths), "death")) of workers"
      )
    }
    if progress.knownMilliseconds > 0 {
      let share = NumberWords.share(progress.knownMilliseconds, of: progress.elapsedMilliseconds)
      lines.append("known      crashes and hangs met again took \(share) of the time")
    }
    if progress.undecided > 0 {
      lines.append("undecided  \(NumberWords.counted(progress.undecided, "iteration"))")
    }
    lines.append(
      "memory     \(NumberWords.grouped(progress.residentKibibytes / 1024)) MB at most in a worker")
    if progress.memoryRestarts > 0 {
      lines.append(
        "restarted  \(NumberWords.counted(progress.memoryRestarts, "worker")) that took too much "
          + "memory")
    }
    for choice in semantics { lines.append("semantics  \(choice)") }
    for note in promiseNotes { lines.append("no promise \(note)") }
    if let cut = summary.cut { lines.append("ended      \(words(cut))") }
    lines += findingLines(summary, style)
    return lines.joined(separator: "\n")
  }

  private static func racedLines(_ progress: CampaignProgress) -> [String] {
    [
      "raced      \(NumberWords.counted(progress.raced, "iteration")) in "
        + "\(NumberWords.duration(milliseconds: progress.elapsedMilliseconds)), "
        + "\(NumberWords.grouped(UInt64(progress.perSecond))) a second",
      "overlap    \(NumberWords.share(progress.overlapped, of: progress.raced)) of them; "
        + "the first queue came first in "
        + NumberWords.share(progress.firstQueueFirst, of: progress.raced),
    ]
  }

  private static func findingLines(_ summary: CampaignSummary, _ style: TextStyle) -> [String] {
    guard summary.hasFindings else { return [style.success("findings   none")] }
    let count = summary.findings.count + summary.primitiveFindings.count
    var lines = [style.failure("findings   \(count)")]
    let causes = CauseGroups(summary).groups
    if causes.count < count { lines.append("causes     \(causes.count)") }
    for cause in causes {
      let members = cause.members.map { member(at: $0, summary) }
      if members.count > 1 {
        lines.append("           \(cause.words)")
        lines.append(
          "           \(NumberWords.counted(UInt64(members.count), "finding")): "
            + "\(CauseGroups.words(ofRules: members.map(\.rule)))")
      }
      let margin = members.count > 1 ? "             " : "           "
      lines += members.map {
        "\(margin)\($0.rule) \($0.title)\(members.count > 1 ? "" : $0.graph)\($0.again)"
      }
    }
    if summary.findingsUnlisted > 0 {
      lines.append(
        "           and \(NumberWords.grouped(summary.findingsUnlisted)) more, beyond the "
          + "\(CampaignLimits.findingsMax) that are listed")
    }
    return lines
  }

  /// A finding in one line; those of primitives are numbered behind those of graphs.
  private static func member(
    at index: Int, _ summary: CampaignSummary
  ) -> (rule: String, title: String, graph: String, again: String) {
    guard index < summary.findings.count else {
      let found = summary.primitiveFindings[index - summary.findings.count]
      return (found.invariant.rawValue, found.title, "", "")
    }
    let found = summary.findings[index]
    let again =
      found.repeats > 0 ? ", and \(NumberWords.counted(found.repeats, "time")) again" : ""
    let graph = found.cause.graphWords
    return (
      found.finding.invariant.rawValue, found.title, graph.isEmpty ? "" : ", in \(graph)", again
    )
  }

  static func words(_ cut: CampaignSummary.Cut) -> String {
    switch cut {
    case .interrupted: "early: interrupted"
    case .timeIsUp: "when its time was up"
    case .firstFinding: "at the first finding"
    case .outputClosed: "early: nothing reads the output any more"
    case .givenUp(let reason): "early: \(reason)"
    case .internalError(let reason): "early: \(reason)"
    case .exhausted(let reason): "early: \(reason)"
    }
  }
}
