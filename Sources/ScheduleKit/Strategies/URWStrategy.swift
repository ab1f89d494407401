/// Uniform random walk: chooses a task with a probability proportional to the operations it has left, so
/// that every interleaving of the profiled run is equally likely.
///
/// Source: Zhao and others, "Selectively uniform concurrency testing", ASPLOS 2025.
public final class URWStrategy: ScheduleStrategy {
  private let seed: UInt64
  private let profile: ScheduleProfile
  private var generator: SeededGenerator
  private var performed = TaskTable(0)

  public init(seed: UInt64, profile: ScheduleProfile) {
    self.seed = seed
    self.profile = profile
    generator = SeededGenerator(seed: seed)
  }

  public func begin(schedule: Int) -> Bool {
    generator = SeededGenerator(seed: seed, stream: UInt64(schedule))
    performed.reset()
    return true
  }

  public func choose(_ decision: ScheduleDecision) -> Int {
    let chosen = decision.isForced ? 0 : draw(decision)
    performed[decision.pending[chosen].task] += 1
    return chosen
  }

  public func end(_ feedback: ScheduleFeedback) {}

  private func draw(_ decision: ScheduleDecision) -> Int {
    var sum = 0
    for operation in decision.pending { sum += left(operation.task) }
    var rest = generator.below(sum)
    for (index, operation) in decision.pending.enumerated() {
      rest -= left(operation.task)
      if rest < 0 { return index }
    }
    return decision.pending.count - 1
  }

  /// Operations that the task has left; an enabled task has one at least, whatever the estimate.
  private func left(_ task: UInt32) -> Int {
    max(1, profile.operations(of: task) - performed[task])
  }
}
