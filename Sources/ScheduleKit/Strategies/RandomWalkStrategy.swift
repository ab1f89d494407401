/// Lets the running task go on, and switches to another one with a fixed probability.
public final class RandomWalkStrategy: ScheduleStrategy {
  /// A switch comes before one of so many operations.
  public static let switchOneInDefault = 8

  private let seed: UInt64
  private let switchOneIn: Int
  private var generator: SeededGenerator

  /// - `switchOneIn`: the inverse of the probability of a switch; at least 1.
  public init(seed: UInt64, switchOneIn: Int = RandomWalkStrategy.switchOneInDefault) {
    self.seed = seed
    self.switchOneIn = max(1, switchOneIn)
    generator = SeededGenerator(seed: seed)
  }

  public func begin(schedule: Int) -> Bool {
    generator = SeededGenerator(seed: seed, stream: UInt64(schedule))
    return true
  }

  public func choose(_ decision: ScheduleDecision) -> Int {
    if decision.isForced { return 0 }
    guard let running = decision.running else { return generator.below(decision.pending.count) }
    guard generator.below(switchOneIn) == 0 else { return running }
    let other = generator.below(decision.pending.count - 1)
    return other < running ? other : other + 1
  }

  public func end(_ feedback: ScheduleFeedback) {}
}
