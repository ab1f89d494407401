/// The subscriptions of a sink that has several sources.
///
/// Nothing is added after the disposal. Nothing is disposed under the lock. Members have numbered
/// places and are disposed in that order, so that equal schedules do equal things; a hash of their addresses would
/// differ from run to run. Adding and removing take constant time; a place that is left is given away again.
/// Thread-safety: any thread.
final class SubscriptionGroup: DisposeBase, @unchecked Sendable {
  // Safety: `members`, `vacant` and `disposed` are guarded by `lock`.
  private let lock = Lock()
  /// By their places.
  private var members: [DisposeBase?] = []
  private var vacant: [Int] = []
  private var disposed = false

  override init() {}

  /// Adds a member that holds nothing yet, and returns its place; nil, with nothing added, if the group is disposed.
  func insert(_ member: DisposeBase) -> Int? {
    lock.withLock { disposed ? nil : seat(member) }
  }

  /// Lets the member at that place go without disposing it. Called once for each member; without effect after the
  /// disposal.
  func remove(at place: Int) {
    let removed = lock.withLock { takeOut(place) }
    withExtendedLifetime(removed) {}
  }

  private func seat(_ member: DisposeBase) -> Int {
    guard let place = vacant.popLast() else {
      members.append(member)
      return members.count - 1
    }
    members[place] = member
    return place
  }

  private func takeOut(_ place: Int) -> DisposeBase? {
    guard place < members.count, let member = members[place] else { return nil }
    members[place] = nil
    vacant.append(place)
    return member
  }

  override func dispose() {
    let last = lock.withLock {
      disposed = true
      vacant = []
      let last = members
      members = []
      return last
    }
    for member in last { member?.dispose() }
  }
}
