/// An operation that a task is about to perform under control.
public struct ScheduleOperation: Hashable, Sendable, BitwiseCopyable {
  /// What it does, as far as schedules care. The raw values stand in replay strings and never change.
  public enum Kind: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    case start = 0
    case read, write, atomicLoad, atomicStore, atomicReadModifyWrite, compareExchange, fence
    case lock, unlock, wait, signal, spawn, once, timer, yield, user
  }

  /// The task that performs it: a small number, in the order of spawning.
  public var task: UInt32
  /// The task's name by who spawned it: the same in every schedule and process.
  public var path: UInt64
  public var kind: Kind
  /// What it touches: a number in the order of first touches of the run; 0 where it touches nothing.
  public var object: UInt64
  /// Where in the code it stands: an address of this process.
  public var site: UInt
  /// Whether it may change what it touches, or order others by it.
  public var writes: Bool
  /// Whether it orders the atomic operations on all objects.
  public var ordersAll = false
  /// The Swift task that the task runs: its number in the order in which they were made, or 0. For pictures only.
  public var swiftTask: UInt32 = 0

  /// - `path`: by default the task's number.
  public init(
    task: UInt32, path: UInt64? = nil, kind: Kind, object: UInt64, site: UInt = 0, writes: Bool
  ) {
    self.task = task
    self.path = path ?? UInt64(task)
    self.kind = kind
    self.object = object
    self.site = site
    self.writes = writes
  }

  /// Whether exchanging the two, if next to each other, can change what happens.
  @inlinable
  public func conflicts(with other: ScheduleOperation) -> Bool {
    if object == other.object && object != 0 && (writes || other.writes) { return true }
    return ordersAll && other.kind.isAtomic || other.ordersAll && kind.isAtomic
  }
}

extension ScheduleOperation.Kind {
  /// Whether it takes part in the order of atomic operations.
  @usableFromInline var isAtomic: Bool {
    switch self {
    case .atomicLoad, .atomicStore, .atomicReadModifyWrite, .compareExchange, .fence: true
    case .start, .read, .write, .lock, .unlock, .wait, .signal, .spawn, .once, .timer, .yield,
      .user:
      false
    }
  }
}

extension ScheduleOperation {
  /// Tasks of operations from this one on stand for values, and for no tasks.
  static let valueTask: UInt32 = 64

  /// Whether it is one of the values that an operation may take, see `ScheduleDecision.isValue`.
  public var isValue: Bool { task >= Self.valueTask }
  /// Of a value: how many others are newer.
  public var valuesNewer: Int { isValue ? Int(task - Self.valueTask) : 0 }
}

/// The choice that precedes every operation: which of the enabled tasks goes on.
public struct ScheduleDecision: Sendable {
  /// The next operation of each enabled task, in the order of paths; never empty.
  public var pending: [ScheduleOperation]
  /// Index in `pending` of the task that performed the last operation, or nil where it blocked or ended.
  public var running: Int?
  /// Operations performed before this one in the run.
  public var step: UInt64
  /// Whether it is no choice between tasks: the operation that was chosen last may take one of several values, or its store one of
  /// several places among the others. One pending operation stands for each, the newest first.
  public var isValue: Bool

  public init(pending: [ScheduleOperation], running: Int?, step: UInt64, isValue: Bool = false) {
    self.pending = pending
    self.running = running
    self.step = step
    self.isValue = isValue
  }

  /// What a run without preemptions chooses: the running task goes on; the first one where it cannot.
  public var unforced: Int { running ?? 0 }

  /// Whether there is nothing to choose.
  public var isForced: Bool { pending.count == 1 }

  /// Index of that task in `pending`, or nil where it is not enabled.
  public func index(of task: UInt32) -> Int? { pending.firstIndex { $0.task == task } }
}
