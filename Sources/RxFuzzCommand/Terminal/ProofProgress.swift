import RxFuzzKit
import ScheduleKit

/// Says how far a proof is: on a terminal in one live line, elsewhere in a line now and then.
struct ProofProgress {
  private let console: Console
  private let title: String
  private let start = MonotonicClock.milliseconds()
  private var shown = MonotonicClock.milliseconds()
  private var runs: UInt64 = 0
  private static let everyMilliseconds: UInt64 = 5_000
  private static let everyMillisecondsOnTerminal: UInt64 = 200

  /// - Parameter title: what is being proved.
  init(console: Console, title: String) {
    self.console = console
    self.title = title
  }

  /// One more schedule is about to be run.
  mutating func willRun() {
    let now = MonotonicClock.milliseconds()
    let every = console.isTerminal ? Self.everyMillisecondsOnTerminal : Self.everyMilliseconds
    defer { runs += 1 }
    guard now - shown >= every else { return }
    shown = now
    let line =
      "\(title): \(NumberWords.counted(runs, "schedule")) so far, "
      + NumberWords.duration(milliseconds: now - start)
    if console.isTerminal { console.showLive([line]) } else { console.print(line) }
  }
}
