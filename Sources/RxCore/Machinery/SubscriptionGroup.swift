/// The subscriptions of a sink that has several sources.
///
/// What is added after the disposal is disposed at once. Nothing is disposed under the lock. Members are
/// disposed in the order in which they came, so that equal schedules do equal things. For the same reason they are
/// found by looking through them, and not by a hash of their addresses, which differ from run to run; those that
/// leave are mostly among the first.
/// Thread-safety: any thread.
final class SubscriptionGroup: DisposeBase, @unchecked Sendable {
  // Safety: `members` and `disposed` are guarded by `lock`.
  private let lock = Lock()
  /// In the order in which they came.
  private var members: [DisposeBase] = []
  private var disposed = false

  override init() {}

  /// Adds a member, or disposes it and returns false if the group is disposed.
  func insert(_ member: DisposeBase) -> Bool {
    let isTooLate = lock.withLock {
      if !disposed { members.append(member) }
      return disposed
    }
    if isTooLate { member.dispose() }
    return !isTooLate
  }

  /// Lets a member go without disposing it.
  func remove(_ member: DisposeBase) {
    let removed = lock.withLock { takeOut(member) }
    withExtendedLifetime(removed) {}
  }

  private func takeOut(_ member: DisposeBase) -> DisposeBase? {
    members.firstIndex { $0 === member }.map { members.remove(at: $0) }
  }

  override func dispose() {
    let last = lock.withLock {
      disposed = true
      let last = members
      members = []
      return last
    }
    for member in last { member.dispose() }
  }
}
