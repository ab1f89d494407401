/// Work that waits for its virtual time.
///
/// Adding takes O(log n) comparisons and O(n) moves, taking the next O(1), withdrawing O(n). The order of times
/// is somebody else's code and is never called under the lock: a place is looked for in a copy, and looked for
/// again if the agenda changed meanwhile. Thread-safety: any thread.
final class VirtualTimeAgenda<Time: Sendable>: @unchecked Sendable {
  // Safety: `items` and `changes` are guarded by `lock`.
  private let lock = Lock()
  /// The latest first, so that the next one is at the end.
  private var items: [VirtualTimeItem<Time>] = []
  private var changes = 0

  var count: Int { lock.withLock { items.count } }

  /// Adds an item behind those of the same time.
  func insert(_ item: VirtualTimeItem<Time>, isEarlier: (Time, Time) -> Bool) {
    while true {
      let (place, seen) = place(of: item.time, isEarlier: isEarlier)
      let isDone = lock.withLock {
        guard changes == seen else { return false }
        items.insert(item, at: place)
        changes += 1
        return true
      }
      if isDone { return }
    }
  }

  /// Takes the next item out if its time satisfies `isDue`.
  func popFirst(where isDue: (Time) -> Bool) -> VirtualTimeItem<Time>? {
    while true {
      guard let next = lock.withLock({ items.last }), isDue(next.time) else { return nil }
      let isTaken = lock.withLock {
        guard items.last === next else { return false }
        items.removeLast()
        changes += 1
        return true
      }
      if isTaken { return next }
    }
  }

  /// Lets an item go that is withdrawn, if it is still there.
  func remove(_ item: VirtualTimeItem<Time>) {
    lock.withLock {
      guard let index = items.lastIndex(where: { $0 === item }) else { return }
      items.remove(at: index)
      changes += 1
    }
  }

  /// Where an item of that time belongs, and the state of the agenda for which that holds.
  private func place(
    of time: Time, isEarlier: (Time, Time) -> Bool
  ) -> (place: Int, changes: Int) {
    let (items, seen) = lock.withLock { (self.items, changes) }
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if isEarlier(time, items[middle].time) { low = middle + 1 } else { high = middle }
    }
    return (low, seen)
  }
}

/// One piece of work on an agenda, and the disposable that withdraws it.
final class VirtualTimeItem<Time: Sendable>: DisposeBase, @unchecked Sendable {
  let time: Time

  // Safety: `action` is taken by the one caller that raised the flag.
  private let claim = DisposalFlag()
  private var action: (@Sendable () -> any Disposable)?
  private let result = SingleAssignmentDisposable()
  private weak let agenda: VirtualTimeAgenda<Time>?

  init(
    time: Time, agenda: VirtualTimeAgenda<Time>, action: @escaping @Sendable () -> any Disposable
  ) {
    self.time = time
    self.agenda = agenda
    self.action = action
  }

  /// Does the work, unless it was withdrawn.
  func invoke() {
    guard let action = take() else { return }
    result.setDisposable(action())
  }

  override func dispose() {
    // Its captures are released here, with no lock held; the item may be kept by whoever withdrew it.
    if take() != nil { agenda?.remove(self) }
    result.dispose()
  }

  private func take() -> (@Sendable () -> any Disposable)? {
    guard claim.dispose() else { return nil }
    let action = self.action
    self.action = nil
    return action
  }
}
