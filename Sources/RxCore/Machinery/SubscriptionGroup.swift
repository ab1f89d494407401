/// The subscriptions of a sink that has several sources.
///
/// What is added after the disposal is disposed at once. Nothing is disposed under the lock. Members are
/// disposed in the order in which they came, so that equal schedules do equal things.
/// Thread-safety: any thread.
final class SubscriptionGroup: DisposeBase, @unchecked Sendable {
  // Safety: `members`, `count` and `disposed` are guarded by `lock`.
  private let lock = Lock()
  private var members: [ObjectIdentifier: (place: Int, member: DisposeBase)] = [:]
  /// Members so far, those that left included.
  private var count = 0
  private var disposed = false

  override init() {}

  /// Adds a member, or disposes it and returns false if the group is disposed.
  func insert(_ member: DisposeBase) -> Bool {
    let isTooLate = lock.withLock {
      if !disposed {
        count += 1
        members[ObjectIdentifier(member)] = (count, member)
      }
      return disposed
    }
    if isTooLate { member.dispose() }
    return !isTooLate
  }

  /// Lets a member go without disposing it.
  func remove(_ member: DisposeBase) {
    let removed = lock.withLock { members.removeValue(forKey: ObjectIdentifier(member)) }
    withExtendedLifetime(removed) {}
  }

  override func dispose() {
    let last = lock.withLock {
      disposed = true
      let last = members
      members = [:]
      return last
    }
    for entry in last.values.sorted(by: { $0.place < $1.place }) { entry.member.dispose() }
  }
}
