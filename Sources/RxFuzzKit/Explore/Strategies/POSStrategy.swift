/// Partial order sampling: every pending operation has a random priority, and the highest goes first;
/// those that conflict with the operation performed draw anew.
///
/// Samples partial orders more evenly than a random walk samples interleavings.
/// Source: Yuan, Yang and Gu, "Partial order aware concurrency sampling", CAV 2018.
public final class POSStrategy: ExploreStrategy {
  private let seed: UInt64
  private var generator: SeededGenerator
  /// Priority of each task's pending operation; 0: not drawn yet.
  private var priorities = TaskTable<UInt64>(0)

  public init(seed: UInt64) {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
  }

  public func begin(schedule: Int) -> Bool {
    generator = SeededGenerator(seed: seed, stream: UInt64(schedule))
    priorities.reset()
    return true
  }

  public func choose(_ decision: ScheduleDecision) -> Int {
    var chosen = 0
    var highest: UInt64 = 0
    for (index, operation) in decision.pending.enumerated() {
      if priorities[operation.task] == 0 { priorities[operation.task] = generator.next() | 1 }
      if priorities[operation.task] > highest {
        highest = priorities[operation.task]
        chosen = index
      }
    }
    let performed = decision.pending[chosen]
    for operation in decision.pending
    where operation.task == performed.task || operation.conflicts(with: performed) {
      priorities[operation.task] = 0
    }
    return chosen
  }

  public func end(_ feedback: ScheduleFeedback) {}
}
