import ScheduleKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A variable that tasks share: each access is a schedule point of its own.
///
/// Thread-safety: for tasks under control only, of which one runs at a time.
final class Shared<Value>: @unchecked Sendable {
  // Safety: only controlled tasks touch it, one at a time, and the hand-off between them orders their accesses.
  private var value: Value

  init(_ value: Value) { self.value = value }

  // Always inlined, so that each access is a place in the code of its own, as it would be in real code.
  @inline(__always)
  func read() -> Value {
    SchedulePoint.touch(self, writes: false)
    return value
  }

  @inline(__always)
  func write(_ new: Value) {
    SchedulePoint.touch(self, writes: true)
    value = new
  }

  /// An atomic compare-exchange; whether it took place.
  @inline(__always)
  @discardableResult
  func replace(_ expected: Value, by new: Value) -> Bool where Value: Equatable {
    SchedulePoint.touch(self, writes: true)
    guard value == expected else { return false }
    value = new
    return true
  }

  /// An atomic addition; gives the sum.
  @inline(__always)
  @discardableResult
  func add(_ change: Value) -> Value where Value: AdditiveArithmetic {
    SchedulePoint.touch(self, writes: true)
    value += change
    return value
  }

  /// Without a schedule point: before and after the run.
  var now: Value { value }
}

/// A mutex of the system, which the runtime controls.
final class Mutex: @unchecked Sendable {
  // Safety: the system's mutex synchronises itself; the pointer never changes.
  fileprivate let pointer = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(pointer, nil) }
  deinit {
    pthread_mutex_destroy(pointer)
    pointer.deallocate()
  }

  @inline(__always)
  func lock() { pthread_mutex_lock(pointer) }
  @inline(__always)
  func unlock() { pthread_mutex_unlock(pointer) }
  @inline(__always)
  func locked<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }
}

/// A condition of the system, which the runtime controls.
final class Condition: @unchecked Sendable {
  // Safety: the system's condition synchronises itself; the pointer never changes.
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() { pthread_cond_init(condition, nil) }
  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  @inline(__always)
  func wait(_ mutex: Mutex) { pthread_cond_wait(condition, mutex.pointer) }
  @inline(__always)
  func signal() { pthread_cond_signal(condition) }
  @inline(__always)
  func broadcast() { pthread_cond_broadcast(condition) }
}
