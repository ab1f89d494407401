/// Draws which of several values an operation takes, and leaves the choice of tasks to another strategy.
///
/// How often a run takes what is not the newest is drawn for the run: never in some, mostly in others.
final class StaleReads: ScheduleStrategy {
  private let inner: any ScheduleStrategy
  private let seed: UInt64
  private var generator: SeededGenerator
  /// Of eight choices, those that take an older value.
  private var staleOfEight = 0
  private static let sharesOfRuns = [0, 1, 2, 4, 4, 6, 7, 8]

  init(_ inner: any ScheduleStrategy, seed: UInt64) {
    self.inner = inner
    self.seed = seed
    generator = SeededGenerator(seed: seed)
  }

  func begin(schedule: Int) -> Bool {
    generator = SeededGenerator(seed: seed &+ UInt64(schedule), stream: 0x5354_414C)
    staleOfEight = Self.sharesOfRuns[generator.below(Self.sharesOfRuns.count)]
    return inner.begin(schedule: schedule)
  }

  func choose(_ decision: ScheduleDecision) -> Int {
    guard decision.isValue else { return inner.choose(decision) }
    let count = decision.pending.count
    guard generator.below(8) < staleOfEight else { return 0 }
    // The oldest shows most, and every other one may be what it takes.
    return generator.below(2) == 0 ? count - 1 : 1 + generator.below(count - 1)
  }

  func end(_ feedback: ScheduleFeedback) { inner.end(feedback) }
}
