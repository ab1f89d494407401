/// Dynamic partial order reduction with sleep sets: runs at least one schedule of every class of
/// schedules that differ only in the order of independent operations.
///
/// Whenever two conflicting operations of a run were not ordered by happens-before, a later run tries the
/// second one before the first. Tasks whose operation was tried already sleep until something conflicts
/// with it. A run that gets stuck hides the operations that its tasks wait to perform, so that the search
/// stands for all schedules only if no run got stuck; one that did is a violation itself. Source: Flanagan and Godefroid, "Dynamic partial-order reduction for model checking
/// software", POPL 2005; which tasks are tried: Abdulla, Aronis, Jonsson, Sagonas, "Optimal dynamic partial order reduction", POPL
/// 2014, source sets.
public final class DPORStrategy: ScheduleSearch {
  /// Tasks that the search can distinguish.
  static let tasksMax = 64
  /// Operations of one run that the search follows.
  public static let stepsMaxDefault = 20_000

  public private(set) var explored = 0
  public private(set) var redundant = 0
  public private(set) var state = ScheduleSearchState.searching

  /// A point on the current path, before an operation.
  private struct Node {
    let pending: [ScheduleOperation]
    var chosen: Int
    /// Tasks to be tried here; tried already; not worth trying here.
    var backtrack: TaskSet
    var done = TaskSet()
    let sleeping: TaskSet
    /// Of the values that the chosen operation may take, the one that it takes.
    var value = 0
    var valueCount = 1

    var operation: ScheduleOperation { pending[chosen] }
    var enabled: TaskSet { TaskSet(pending.map(\.task)) }
  }

  private let stepsMax: Int
  private var path: [Node] = []
  /// Nodes below this index were laid by the run before; the last of them with a new choice.
  private var replayed = 0
  private var depth = 0
  /// All enabled tasks sleep: other runs show what follows.
  private var isRedundant = false
  private var order = HappensBefore()

  public init(stepsMax: Int = DPORStrategy.stepsMaxDefault) { self.stepsMax = stepsMax }

  public func begin(schedule: Int) -> Bool {
    depth = 0
    isRedundant = false
    order.reset()
    replayed = path.count
    return state == .searching
  }

  public func choose(_ decision: ScheduleDecision) -> Int {
    guard state == .searching, !isRedundant else { return decision.unforced }
    if decision.isValue { return chooseValue(decision) }
    guard depth < stepsMax, decision.pending.allSatisfy({ $0.task < Self.tasksMax }) else {
      state = .failed(
        "a run has more than \(stepsMax) operations or \(Self.tasksMax) tasks; use --bound")
      return decision.unforced
    }
    for operation in decision.pending { order.meet(operation.task) }
    if depth < replayed {
      guard path[depth].pending.map(\.task) == decision.pending.map(\.task) else {
        state = .failed(
          "the same choices led elsewhere before operation \(decision.step): the program is not "
            + "deterministic")
        return decision.unforced
      }
    } else {
      extend(decision)
      if isRedundant { return decision.unforced }
    }
    perform()
    depth += 1
    return path[depth - 1].chosen
  }

  public func end(_ feedback: ScheduleFeedback) {
    guard state == .searching else { return }
    if depth < replayed {
      state = .failed(
        "a run ended after \(depth) of \(replayed) operations that it had made before")
      return
    }
    if isRedundant { redundant += 1 } else { explored += 1 }
    while var node = path.popLast() {
      if node.value + 1 < node.valueCount {
        node.value += 1
        path.append(node)
        return
      }
      node.value = 0
      node.valueCount = 1
      node.done.insert(node.operation.task)
      let open = node.backtrack.subtracting(node.done).subtracting(node.sleeping)
      guard let next = node.pending.firstIndex(where: { open.contains($0.task) }) else { continue }
      node.chosen = next
      path.append(node)
      return
    }
    state = .complete
  }

  /// A choice of the operation that was performed last: each value is tried with it.
  private func chooseValue(_ decision: ScheduleDecision) -> Int {
    let count = decision.pending.count
    if path[depth - 1].valueCount == 1 {
      path[depth - 1].valueCount = count
    } else if path[depth - 1].valueCount != count {
      state = .failed(
        "the same choices led elsewhere before operation \(decision.step): the program is not "
          + "deterministic")
      return 0
    }
    return path[depth - 1].value
  }

  /// Adds a node for a point that no run has been at.
  private func extend(_ decision: ScheduleDecision) {
    var sleeping = TaskSet()
    if let last = path.last {
      for operation in last.pending
      where last.sleeping.union(last.done).contains(operation.task)
        && operation.task != last.operation.task && !operation.conflicts(with: last.operation)
      {
        sleeping.insert(operation.task)
      }
    }
    let awake = decision.pending.indices.filter { !sleeping.contains(decision.pending[$0].task) }
    guard let first = awake.first else {
      isRedundant = true
      return
    }
    let chosen = awake.contains(decision.unforced) ? decision.unforced : first
    path.append(
      Node(
        pending: decision.pending, chosen: chosen,
        backtrack: TaskSet([decision.pending[chosen].task]), sleeping: sleeping))
  }

  /// Notes the operation at `depth`, and asks for the other order of each race that it ends.
  private func perform() {
    let operation = path[depth].operation
    // Races that end before the last replayed node were seen by the run that laid it.
    let races = order.perform(operation, findRaces: depth + 1 >= replayed)
    for race in races { askForReversal(of: race, by: operation.task) }
  }

  /// Some task that can begin a run in which the last operation precedes that step is to be tried there. Where one of them sleeps,
  /// other runs have shown what begins with it.
  private func askForReversal(of step: Int, by task: UInt32) {
    let enabled = path[step].enabled
    let initials = order.initials(after: step).intersection(enabled)
    if initials.isEmpty {
      path[step].backtrack.formUnion(enabled)
    } else if initials.intersection(path[step].backtrack.union(path[step].sleeping)).isEmpty {
      path[step].backtrack.insert(initials.contains(task) ? task : initials.first)
    }
  }
}
