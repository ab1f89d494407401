/// A group of disposables that are disposed together, and to which more may be added.
///
/// What is added after the disposal is disposed at once. Under a race of `insert` or `remove` with
/// `dispose`, each member is disposed once. Nothing is disposed under the lock. Thread-safety: any thread.
public final class CompositeDisposable: DisposeBase, Cancelable, @unchecked Sendable {
  /// Names one member of one group.
  public struct DisposeKey: Hashable, Sendable {
    fileprivate let ordinal: UInt64
  }

  // Safety: `members`, `ordinalNext` and `disposed` are guarded by `lock`.
  private let lock = Lock()
  private var members: [DisposeKey: any Disposable] = [:]
  private var ordinalNext: UInt64 = 0
  private var disposed = false

  override public init() {}

  public convenience init(_ disposables: any Disposable...) { self.init(disposables: disposables) }

  public init(disposables: [any Disposable]) {
    super.init()
    for disposable in disposables { _ = insert(disposable) }
  }

  public var isDisposed: Bool { lock.withLock { disposed } }

  /// How many members there are now.
  public var count: Int { lock.withLock { members.count } }

  /// Adds a member, or disposes it and returns nil if the group is disposed.
  @discardableResult
  public func insert(_ disposable: any Disposable) -> DisposeKey? {
    let key = lock.withLock { () -> DisposeKey? in
      if disposed { return nil }
      let key = DisposeKey(ordinal: ordinalNext)
      ordinalNext += 1
      members[key] = disposable
      return key
    }
    if key == nil { disposable.dispose() }
    return key
  }

  /// Takes a member out and disposes it, if it is still there.
  public func remove(for key: DisposeKey) {
    lock.withLock { members.removeValue(forKey: key) }?.dispose()
  }

  /// Disposes all members, in the order in which they were added.
  override public func dispose() {
    let last = lock.withLock {
      disposed = true
      let last = members
      members = [:]
      return last
    }
    for (_, disposable) in last.sorted(by: { $0.key.ordinal < $1.key.ordinal }) {
      disposable.dispose()
    }
  }
}
