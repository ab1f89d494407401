/// The order that the operations of one run impose on each other: vector clocks over tasks.
struct HappensBefore {
  private struct Step {
    let operation: ScheduleOperation
    /// Count of its task's operations, from 1.
    let ordinal: UInt32
    let clock: [UInt32]
  }

  private var steps: [Step] = []
  private var clocks = TaskTable<[UInt32]>([])
  private var isMet = TaskTable(false)
  /// Steps by the object that they touch.
  private var touches: [UInt64: [Int]] = [:]
  /// Atomic operations, and those of them that order all others.
  private var atomics: [Int] = []
  private var orderings: [Int] = []

  mutating func reset() {
    steps.removeAll(keepingCapacity: true)
    clocks.reset()
    isMet.reset()
    touches.removeAll(keepingCapacity: true)
    atomics.removeAll(keepingCapacity: true)
    orderings.removeAll(keepingCapacity: true)
  }

  /// A task that is enabled now. When first met, it comes after whatever made it: the operation before.
  mutating func meet(_ task: UInt32) {
    guard !isMet[task] else { return }
    isMet[task] = true
    clocks[task] = steps.last?.clock ?? []
  }

  /// Adds an operation of a task that was met; returns the earlier steps that race with it: conflicting
  /// ones of other tasks that nothing orders before it. Looks for them only if asked to.
  mutating func perform(_ operation: ScheduleOperation, findRaces: Bool) -> [Int] {
    let task = operation.task
    let before = clocks[task]
    var clock = before
    var races: [Int] = []
    var metRival = !operation.kind.canBlock
    for index in rivals(of: operation).reversed() {
      let step = steps[index]
      guard step.operation.task != task, step.operation.conflicts(with: operation) else { continue }
      if findRaces, Self.at(step.operation.task, before) < step.ordinal {
        if !metRival && step.operation.kind == operation.kind {
          // Whoever held it has let go by now, which orders the two; who came first was open all the same.
          metRival = true
          races.append(index)
        } else if Self.at(step.operation.task, clock) < step.ordinal,
          step.operation.kind != .unlock, operation.kind != .unlock
        {
          races.append(index)
        }
      }
      Self.join(&clock, step.clock)
    }
    let ordinal = Self.at(task, clock) + 1
    Self.set(task, ordinal, &clock)
    clocks[task] = clock
    if operation.object != 0 { touches[operation.object, default: []].append(steps.count) }
    if operation.kind.isAtomic { atomics.append(steps.count) }
    if operation.ordersAll { orderings.append(steps.count) }
    steps.append(Step(operation: operation, ordinal: ordinal, clock: clock))
    return races
  }

  /// Earlier steps that may conflict with it, in their order.
  private func rivals(of operation: ScheduleOperation) -> [Int] {
    let touching = touches[operation.object, default: []]
    if operation.ordersAll { return atomics }
    guard !orderings.isEmpty, operation.kind.isAtomic else { return touching }
    return Set(touching).union(orderings).sorted()
  }

  /// The tasks that can come first in a run which goes on from before that step by what followed it without being ordered behind
  /// it, and then by the last operation of all: those of them whose first operation nothing else of these precedes.
  func initials(after step: Int) -> TaskSet {
    let (avoided, last) = (steps[step], steps.count - 1)
    var firsts: [UInt32: UInt32] = [:]
    var initials = TaskSet()
    for index in (step + 1)..<steps.count {
      let later = steps[index]
      let isBehind = Self.at(avoided.operation.task, later.clock) >= avoided.ordinal
      let task = later.operation.task
      guard index == last || !isBehind, firsts[task] == nil else { continue }
      if !firsts.contains(where: { Self.at($0.key, later.clock) >= $0.value }) {
        initials.insert(task)
      }
      firsts[task] = later.ordinal
    }
    return initials
  }

  private static func at(_ task: UInt32, _ clock: [UInt32]) -> UInt32 {
    Int(task) < clock.count ? clock[Int(task)] : 0
  }

  private static func set(_ task: UInt32, _ value: UInt32, _ clock: inout [UInt32]) {
    while clock.count <= Int(task) { clock.append(0) }
    clock[Int(task)] = value
  }

  private static func join(_ clock: inout [UInt32], _ other: [UInt32]) {
    for (task, value) in other.enumerated() where at(UInt32(task), clock) < value {
      set(UInt32(task), value, &clock)
    }
  }
}

extension ScheduleOperation.Kind {
  /// Whether a task may have to wait before it performs such an operation, until another one lets go.
  var canBlock: Bool {
    switch self {
    case .lock, .wait, .once: true
    case .start, .read, .write, .atomicLoad, .atomicStore, .atomicReadModifyWrite,
      .compareExchange, .fence, .unlock, .signal, .spawn, .timer, .yield, .user:
      false
    }
  }
}
