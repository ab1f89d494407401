/// Holds what is to be done at disposal, whichever of the two comes first.
///
/// Thread-safety: all members, from any thread; `assign` is called at most once.
final class BrokenSlot: @unchecked Sendable {
  // Safety: `action` and `isDisposed` are touched under `lock` only.
  private let lock = SelfTestLock()
  private let defect: PlantedDefect
  private var action: (@Sendable () -> Void)?
  private var isDisposed = false

  init(_ defect: PlantedDefect) { self.defect = defect }

  func assign(_ action: @escaping @Sendable () -> Void) {
    if defect == .looksThenSays {
      let isLate = lock.withLock { isDisposed }
      lock.withLock { self.action = action }
      if isLate { action() }
      return
    }
    let isLate = lock.withLock {
      if !isDisposed { self.action = action }
      return isDisposed
    }
    if isLate { action() }
  }

  func dispose() {
    switch defect {
    case .looksThenSays:
      let action = lock.withLock { take() }
      lock.withLock { isDisposed = true }
      action?()
    case .locksWhileCallingOut:
      lock.withLock {
        isDisposed = true
        take()?()
      }
    case .none, .endsTwice, .overlaps, .losesElements, .ignoresDisposal, .keepsEverything,
      .countsUnguarded:
      let action = lock.withLock {
        isDisposed = true
        return take()
      }
      action?()
    }
  }

  // Called under the lock.
  private func take() -> (@Sendable () -> Void)? {
    defer { action = nil }
    return action
  }
}
