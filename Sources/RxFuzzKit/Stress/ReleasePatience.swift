import ScheduleKit

/// How long what libdispatch releases on its own time may still be held before it counts as leaked.
///
/// What counts is what others can have done meanwhile, not what has passed: on a busy machine they get no more than who waits.
/// It is over after so much computing, or after so many rounds, in each of which others were let go first, and a time in which
/// timers strike; at the latest at a time that is far longer, since timers that were never cancelled can leave who waits next to
/// nothing. One thread; `isOver` is asked once in each round.
struct ReleasePatience {
  private let nanosecondsComputed: UInt64
  private let rounds: Int
  private let milliseconds: UInt64
  private let millisecondsMax: UInt64
  private var roundsDone = 0
  private let computedAtStart = Processor.threadNanoseconds
  private let start = Processor.ticks

  private init(
    nanosecondsComputed: UInt64, rounds: Int, milliseconds: UInt64, millisecondsMax: UInt64
  ) {
    self.nanosecondsComputed = nanosecondsComputed
    self.rounds = rounds
    self.milliseconds = milliseconds
    self.millisecondsMax = millisecondsMax
  }

  /// For the first in a batch.
  static var first: ReleasePatience {
    ReleasePatience(
      nanosecondsComputed: 500_000_000, rounds: 4_096, milliseconds: 250, millisecondsMax: 8_000)
  }

  /// For those behind one that did leak.
  static var afterLeak: ReleasePatience {
    ReleasePatience(
      nanosecondsComputed: 1_000_000, rounds: 128, milliseconds: 0, millisecondsMax: 16)
  }

  /// Whether nothing is to be waited for any more; counts a round.
  mutating func isOver() -> Bool {
    defer { roundsDone += 1 }
    let passed = (Processor.ticks - start) / Processor.ticksPerMillisecond
    if passed >= millisecondsMax { return true }
    if roundsDone >= rounds, passed >= milliseconds { return true }
    return Processor.threadNanoseconds - computedAtStart >= nanosecondsComputed
  }
}
