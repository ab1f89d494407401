import ScheduleKit

/// How far a run is, in one line.
public enum ProgressReport {
  /// For example `41.0 %  410,112 raced  97,213/s  6.1 s left  overlap 98.2 %  findings 0`.
  public static func line(_ progress: CampaignProgress) -> String {
    var parts: [String] = []
    let done = progress.done
    if let total = progress.total { parts.append(NumberWords.share(min(done, total), of: total)) }
    let count = progress.engine.races ? progress.raced : progress.schedules
    parts.append("\(NumberWords.grouped(count)) \(progress.engine.races ? "raced" : "explored")")
    parts.append("\(NumberWords.grouped(UInt64(progress.perSecond)))/s")
    if let left = millisecondsLeft(progress) {
      parts.append("\(NumberWords.duration(milliseconds: left)) left")
    }
    if progress.engine.races {
      parts.append("overlap \(NumberWords.share(progress.overlapped, of: progress.raced))")
    }
    if progress.engine == .both {
      parts.append("schedules \(NumberWords.grouped(progress.schedules))")
    }
    if progress.skipped > 0 { parts.append("skipped \(NumberWords.grouped(progress.skipped))") }
    parts.append("findings \(progress.findings)")
    if let shrinking = progress.shrinking { parts.append(shrinking) }
    return parts.joined(separator: "  ")
  }

  /// How long the rest will take at the pace so far, or as the run's time allows, or nil where nobody can know.
  public static func millisecondsLeft(_ progress: CampaignProgress) -> UInt64? {
    [paceMillisecondsLeft(progress), timeMillisecondsLeft(progress)].compactMap(\.self).min()
  }

  private static func paceMillisecondsLeft(_ progress: CampaignProgress) -> UInt64? {
    let done = progress.done
    guard let total = progress.total, progress.perSecond > 0, done < total else { return nil }
    let left = Double(total - done) / progress.perSecond * 1_000
    // A rate that has only begun to rise can promise ages; that is no estimate.
    return left < 1e12 ? UInt64(left) : nil
  }

  private static func timeMillisecondsLeft(_ progress: CampaignProgress) -> UInt64? {
    guard let bound = progress.timeMilliseconds, progress.elapsedMilliseconds < bound else {
      return nil
    }
    return bound - progress.elapsedMilliseconds
  }
}
