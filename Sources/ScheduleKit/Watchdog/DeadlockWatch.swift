import Dispatch

/// Notices threads of this process that wait for each other for ever, each of them once.
///
/// Thread-safety: all members from any thread.
public final class DeadlockWatch: @unchecked Sendable {
  // Safety: `known` is guarded by `gate`.
  private let gate = DispatchSemaphore(value: 1)
  private var known: Set<Int32> = []

  public init() {}

  /// Whether there are some that nobody has been told of; from now on, somebody has.
  public func hasNews() -> Bool {
    let deadlocked = LockWaits().deadlocked
    gate.wait()
    defer { gate.signal() }
    let isNew = !deadlocked.isSubset(of: known)
    known = deadlocked
    return isNew
  }
}
