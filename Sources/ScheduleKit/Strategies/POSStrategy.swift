/// Partial order sampling: every pending operation has a random priority, and the highest goes first;
/// those that conflict with the operation performed draw anew.
///
/// Samples partial orders more evenly than a random walk samples interleavings.
/// Source: Yuan, Yang and Gu, "Partial order aware concurrency sampling", CAV 2018.
public final class POSStrategy: ScheduleStrategy {
  private let seed: UInt64
  private var generator: SeededGenerator
  private var priorities = OperationPriorities()

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
    let chosen = priorities.highest(
      decision.pending.indices, of: decision, using: &generator)
    priorities.perform(decision.pending[chosen], of: decision)
    return chosen
  }

  public func end(_ feedback: ScheduleFeedback) {}
}

/// A random priority for each pending operation, drawn anew after a conflict.
struct OperationPriorities {
  /// Of each task's pending operation; 0: not drawn yet.
  private var values = TaskTable<UInt64>(0)

  mutating func reset() { values.reset() }

  /// The one of these pending operations whose priority is highest. Precondition: there is one.
  mutating func highest(
    _ indices: some Collection<Int>, of decision: ScheduleDecision,
    using generator: inout SeededGenerator
  ) -> Int {
    var chosen: Int?
    var highest: UInt64 = 0
    for index in indices {
      let task = decision.pending[index].task
      if values[task] == 0 { values[task] = generator.next() | 1 }
      if values[task] > highest {
        highest = values[task]
        chosen = index
      }
    }
    guard let chosen else { preconditionFailure("there is an operation to choose") }
    return chosen
  }

  /// A task performs its pending operation.
  mutating func perform(_ performed: ScheduleOperation, of decision: ScheduleDecision) {
    for operation in decision.pending
    where operation.task == performed.task || operation.conflicts(with: performed) {
      values[operation.task] = 0
    }
  }
}
