/// Selectively uniform random walk: draws uniformly among the orders of a few interesting operations, and
/// lets the others fall as they may.
///
/// Interesting are, drawn for each run: all operations on one shared object, or, where there are any, those that flags
/// and hand-offs are made of. The task that shall perform the next interesting one is drawn by what it has left;
/// the others wait before theirs until it has.
/// Source: Zhao and others, "Selectively uniform concurrency testing", ASPLOS 2025.
public final class SURWStrategy: ScheduleStrategy {
  /// What a run takes interest in.
  private enum Interest {
    case sites(Set<UInt>)
    case handOffs
  }

  private let seed: UInt64
  private let profile: ScheduleProfile
  private var generator: SeededGenerator
  private var interest = Interest.handOffs
  private var performed = TaskTable(0)
  /// The task that shall perform the next interesting operation; nil: to be drawn.
  private var intended: UInt32?
  private var candidates: [Int] = []

  public init(seed: UInt64, profile: ScheduleProfile) {
    self.seed = seed
    self.profile = profile
    generator = SeededGenerator(seed: seed)
  }

  public func begin(schedule: Int) -> Bool {
    generator = SeededGenerator(seed: seed, stream: UInt64(schedule))
    let groups = profile.sharedGroups()
    let kinds = groups.count + (profile.hasHandOffs || groups.isEmpty ? 1 : 0)
    let drawn = generator.below(kinds)
    interest = drawn < groups.count ? .sites(groups[drawn]) : .handOffs
    performed.reset()
    intended = nil
    return true
  }

  public func choose(_ decision: ScheduleDecision) -> Int {
    let chosen = decision.isForced ? 0 : draw(decision)
    let operation = decision.pending[chosen]
    if isInteresting(operation) {
      performed[operation.task] += 1
      intended = nil
    }
    return chosen
  }

  public func end(_ feedback: ScheduleFeedback) {}

  private func draw(_ decision: ScheduleDecision) -> Int {
    if intended == nil { intend(decision) }
    gatherCandidates(decision)
    // Everybody waits for a task that cannot go on: another one is intended.
    if candidates.isEmpty {
      intend(decision)
      gatherCandidates(decision)
    }
    return candidates[generator.below(candidates.count)]
  }

  private func gatherCandidates(_ decision: ScheduleDecision) {
    candidates.removeAll(keepingCapacity: true)
    for (index, operation) in decision.pending.enumerated()
    where operation.task == intended || !isInteresting(operation) {
      candidates.append(index)
    }
  }

  private func intend(_ decision: ScheduleDecision) {
    var sum = 0
    for operation in decision.pending { sum += left(operation.task) }
    var rest = generator.below(sum)
    for operation in decision.pending {
      rest -= left(operation.task)
      if rest < 0 {
        intended = operation.task
        return
      }
    }
  }

  private func left(_ task: UInt32) -> Int {
    switch interest {
    case .sites(let places):
      max(1, profile.operations(of: task, at: places) - performed[task])
    case .handOffs: max(1, profile.handOffs(of: task) - performed[task])
    }
  }

  private func isInteresting(_ operation: ScheduleOperation) -> Bool {
    switch interest {
    case .sites(let places): places.contains(operation.site)
    case .handOffs: operation.kind.isHandOff
    }
  }
}

extension ScheduleOperation.Kind {
  /// What flags and hand-offs between tasks are made of.
  var isHandOff: Bool {
    switch self {
    case .atomicReadModifyWrite, .compareExchange, .atomicStore, .lock, .signal, .spawn: true
    case .start, .read, .write, .atomicLoad, .fence, .unlock, .wait, .once, .timer, .yield, .user:
      false
    }
  }
}
