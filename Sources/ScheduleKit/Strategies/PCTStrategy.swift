/// Probabilistic concurrency testing: random priorities, lowered at d - 1 random points of the run.
///
/// Finds a bug of depth d with a probability of at least 1/(n·k^(d-1)), n tasks, k decisions. A lowered task
/// takes the fixed priority of its change point, below every task that was not lowered; to take simply the
/// lowest one would leave most orders out of reach.
/// Source: Burckhardt and others, "A randomized scheduler with probabilistic guarantees of finding bugs",
/// ASPLOS 2010.
public final class PCTStrategy: ScheduleStrategy {
  /// Depths that are tried in turn where none is asked for.
  public static let depths = 2...6

  private let seed: UInt64
  private let depth: Int?
  private let profile: ScheduleProfile
  private var generator: SeededGenerator
  /// Tasks that were not lowered, the one of lowest priority first.
  private var ranking: [UInt32] = []
  /// Lowered tasks by the number of their change point; the task of the highest number goes first.
  private var lowered: [UInt32?] = []
  private var isKnown = TaskTable(false)
  /// Decisions at which a task is lowered; the index is the priority that it takes.
  private var changePoints: [Int] = []
  private var decisions = 0

  /// - `depth`: of the bugs to aim at, or nil to try 2 to 6 in turn.
  public init(seed: UInt64, depth: Int? = nil, profile: ScheduleProfile) {
    self.seed = seed
    self.depth = depth.map { max(1, $0) }
    self.profile = profile
    generator = SeededGenerator(seed: seed)
  }

  public func begin(schedule: Int) -> Bool {
    generator = SeededGenerator(seed: seed, stream: UInt64(schedule))
    let depth = depth ?? Self.depths.lowerBound + schedule % Self.depths.count
    ranking.removeAll(keepingCapacity: true)
    isKnown.reset()
    decisions = 0
    let wanted = min(depth - 1, profile.decisionsMax)
    lowered = Array(repeating: nil, count: wanted)
    changePoints.removeAll(keepingCapacity: true)
    while changePoints.count < wanted {
      let point = 1 + generator.below(profile.decisionsMax)
      if !changePoints.contains(point) { changePoints.append(point) }
    }
    return true
  }

  public func choose(_ decision: ScheduleDecision) -> Int {
    for operation in decision.pending where !isKnown[operation.task] {
      isKnown[operation.task] = true
      ranking.insert(operation.task, at: generator.below(ranking.count + 1))
    }
    if decision.isForced { return 0 }
    decisions += 1
    let index = highest(decision)
    guard let priority = changePoints.firstIndex(of: decisions) else { return index }
    let task = decision.pending[index].task
    ranking.removeAll { $0 == task }
    for place in lowered.indices where lowered[place] == task { lowered[place] = nil }
    lowered[priority] = task
    return highest(decision)
  }

  public func end(_ feedback: ScheduleFeedback) {}

  private func highest(_ decision: ScheduleDecision) -> Int {
    for task in ranking.reversed() {
      if let index = decision.index(of: task) { return index }
    }
    for case let task? in lowered.reversed() {
      if let index = decision.index(of: task) { return index }
    }
    preconditionFailure("every pending task was given a priority when it was first met")
  }
}
