/// Runs every schedule with at most c preemptions, for c = 0, 1, 2 and so on.
///
/// Where a level was not cut by its bound, there are no schedules with more preemptions, and the search is
/// complete. Levels are searched depth first and each again from the start, so that memory is one path.
/// Source: Musuvathi and Qadeer, "Iterative context bounding", PLDI 2007.
public final class BoundedSearchStrategy: ScheduleSearch {
  /// Preemptions up to which is searched where nothing else is asked for.
  public static let preemptionsMaxDefault = 3

  /// A choice on the current path.
  private struct Node {
    /// Enabled tasks, the one that goes on without preemption first.
    let tasks: [UInt32]
    /// Whether the first task was running, so that choosing another one preempts it.
    let preempts: Bool
    let preemptionsBefore: Int
    var rank: Int
  }

  public private(set) var explored = 0
  public private(set) var redundant = 0
  public private(set) var state = ScheduleSearchState.searching
  private let preemptionsMax: Int
  private let preemptionsFirst: Int
  private var bound: Int
  private var isCut = false
  private var path: [Node] = []
  private var depth = 0
  private var preemptions = 0

  /// - Parameters:
  ///   - preemptionsMax: the last level.
  ///   - preemptionsFirst: the first level; a higher one is reached sooner, and shows no simplest failure.
  public init(
    preemptionsMax: Int = BoundedSearchStrategy.preemptionsMaxDefault, preemptionsFirst: Int = 0
  ) {
    self.preemptionsMax = max(0, preemptionsMax)
    self.preemptionsFirst = min(max(0, preemptionsFirst), self.preemptionsMax)
    bound = self.preemptionsFirst
  }

  public func begin(schedule: Int) -> Bool {
    depth = 0
    preemptions = 0
    return state == .searching
  }

  public func choose(_ decision: ScheduleDecision) -> Int {
    if decision.isForced { return 0 }
    // An older value preempts nobody.
    let preempts = decision.running != nil && !decision.isValue
    defer { depth += 1 }
    if depth == path.count {
      path.append(
        Node(
          tasks: Self.ranked(decision), preempts: preempts,
          preemptionsBefore: preemptions, rank: 0))
    }
    let node = path[depth]
    guard node.tasks.count == decision.pending.count,
      let index = decision.index(of: node.tasks[node.rank]),
      node.preempts == preempts
    else {
      fail(at: decision)
      return decision.unforced
    }
    if node.preempts && node.rank > 0 { preemptions += 1 }
    return index
  }

  public func end(_ feedback: ScheduleFeedback) {
    guard state == .searching else { return }
    if depth < path.count {
      state = .failed("a run ended after \(depth) of \(path.count) choices that it had made before")
      return
    }
    // Levels below have shown the schedules with fewer preemptions.
    if preemptions == bound || bound == preemptionsFirst { explored += 1 } else { redundant += 1 }
    if advance() { return }
    if !isCut {
      state = .complete
    } else if bound == preemptionsMax {
      state = .bounded(preemptions: bound)
    } else {
      bound += 1
      isCut = false
      path.removeAll()
    }
  }

  /// Moves to the next path of this level; false where there is none.
  private func advance() -> Bool {
    while var node = path.popLast() {
      node.rank += 1
      guard node.rank < node.tasks.count else { continue }
      if node.preempts && node.preemptionsBefore >= bound {
        isCut = true
        continue
      }
      path.append(node)
      return true
    }
    return false
  }

  private static func ranked(_ decision: ScheduleDecision) -> [UInt32] {
    var tasks = decision.pending.map(\.task)
    tasks.insert(tasks.remove(at: decision.unforced), at: 0)
    return tasks
  }

  private func fail(at decision: ScheduleDecision) {
    if case .failed = state { return }
    state = .failed(
      "the same choices led elsewhere before operation \(decision.step): the program is not "
        + "deterministic")
  }
}
