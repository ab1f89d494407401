/// Chooses each enabled task with equal probability before every operation.
///
/// Finds what needs many switches in short runs; in long ones it dilutes every single order.
public final class UniformStrategy: ScheduleStrategy {
  private let seed: UInt64
  private var generator: SeededGenerator

  public init(seed: UInt64) {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
  }

  public func begin(schedule: Int) -> Bool {
    generator = SeededGenerator(seed: seed, stream: UInt64(schedule))
    return true
  }

  public func choose(_ decision: ScheduleDecision) -> Int {
    decision.isForced ? 0 : generator.below(decision.pending.count)
  }

  public func end(_ feedback: ScheduleFeedback) {}
}
