/// A small set of tasks, one bit each.
struct TaskSet: Hashable, Sendable {
  private var bits: UInt64 = 0

  init() {}

  /// - Precondition: the tasks have numbers below 64.
  init(_ tasks: some Sequence<UInt32>) {
    for task in tasks { insert(task) }
  }

  private init(bits: UInt64) { self.bits = bits }

  var isEmpty: Bool { bits == 0 }
  /// The lowest task. Only of a set that is not empty.
  var first: UInt32 { UInt32(bits.trailingZeroBitCount) }

  func contains(_ task: UInt32) -> Bool { task < 64 && bits & (1 << UInt64(task)) != 0 }
  func union(_ other: TaskSet) -> TaskSet { TaskSet(bits: bits | other.bits) }
  func intersection(_ other: TaskSet) -> TaskSet { TaskSet(bits: bits & other.bits) }
  func subtracting(_ other: TaskSet) -> TaskSet { TaskSet(bits: bits & ~other.bits) }

  mutating func insert(_ task: UInt32) {
    precondition(task < 64, "a task set holds tasks below 64")
    bits |= 1 << UInt64(task)
  }

  mutating func formUnion(_ other: TaskSet) { bits |= other.bits }
}
