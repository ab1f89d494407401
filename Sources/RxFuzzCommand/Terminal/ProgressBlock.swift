import RxFuzzKit
import ScheduleKit

/// How far a run is, in the few lines at the bottom of a terminal.
struct ProgressBlock {
  /// What had been met at some moment.
  private struct Mark {
    let milliseconds: UInt64
    let outcomes: UInt64
  }

  /// Outcomes are new for so long.
  private static let newMilliseconds: UInt64 = 10_000
  private static let marksMax = 128
  private var marks: [Mark] = []

  /// The lines; remembers what has been met, to say what is new.
  mutating func lines(_ progress: CampaignProgress) -> [String] {
    var lines = [timeLine(progress)]
    if progress.engine.races { lines.append(racesLine(progress)) }
    if progress.engine.explores { lines.append(schedulesLine(progress)) }
    if let met = progress.met { lines.append(metLine(met, progress.elapsedMilliseconds)) }
    lines.append(
      "findings   \(progress.findings)" + (progress.shrinking.map { "  \($0)" } ?? ""))
    return lines
  }

  private func timeLine(_ progress: CampaignProgress) -> String {
    var parts = [NumberWords.duration(milliseconds: progress.elapsedMilliseconds)]
    if let total = progress.total {
      parts.append(NumberWords.share(min(progress.done, total), of: total))
    }
    if let left = ProgressReport.millisecondsLeft(progress) {
      parts.append("\(NumberWords.duration(milliseconds: left)) left")
    }
    return "elapsed    " + parts.joined(separator: "  ")
  }

  private func racesLine(_ progress: CampaignProgress) -> String {
    var parts = [
      NumberWords.grouped(progress.raced), "\(NumberWords.grouped(UInt64(progress.perSecond)))/s",
      "overlap \(NumberWords.share(progress.overlapped, of: progress.raced))",
    ]
    if progress.undecided > 0 {
      parts.append("undecided \(NumberWords.grouped(progress.undecided))")
    }
    if progress.skipped > 0 { parts.append("skipped \(NumberWords.grouped(progress.skipped))") }
    return "races      " + parts.joined(separator: "  ")
  }

  private func schedulesLine(_ progress: CampaignProgress) -> String {
    "schedules  \(NumberWords.grouped(progress.schedules))  "
      + "\(NumberWords.grouped(UInt64(progress.schedulesPerSecond)))/s"
  }

  private mutating func metLine(_ met: CampaignProgress.Met, _ now: UInt64) -> String {
    if marks.last.map({ now - $0.milliseconds >= Self.newMilliseconds / 20 }) ?? true {
      marks.append(Mark(milliseconds: now, outcomes: met.outcomes))
    }
    if marks.count > Self.marksMax { marks.removeFirst() }
    while marks.count > 1, now - marks[1].milliseconds >= Self.newMilliseconds {
      marks.removeFirst()
    }
    let fresh = met.outcomes - min(met.outcomes, marks.first?.outcomes ?? 0)
    return "met        \(NumberWords.counted(met.places, "place"))  "
      + "\(NumberWords.counted(met.outcomes, "outcome"))  \(NumberWords.grouped(fresh)) new in 10 s"
  }
}
