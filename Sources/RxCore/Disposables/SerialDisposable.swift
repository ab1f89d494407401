/// A place for a disposable that is replaced from time to time; replacing disposes the one before.
///
/// Under a race of replacing with `dispose`, everything that was ever put in is disposed, each once. Nothing is
/// disposed under the lock. Thread-safety: any thread.
public final class SerialDisposable: DisposeBase, Cancelable, @unchecked Sendable {
  // Safety: `current` and `disposed` are guarded by `lock`.
  private let lock = Lock()
  private var current: (any Disposable)?
  private var disposed = false

  override public init() {}

  public var isDisposed: Bool { lock.withLock { disposed } }

  /// The disposable held; a disposable that does nothing where there is none.
  public var disposable: any Disposable {
    get { lock.withLock { current } ?? Disposables.create() }
    set {
      let superseded = lock.withLock { () -> (any Disposable)? in
        if disposed { return newValue }
        let before = current
        current = newValue
        return before
      }
      superseded?.dispose()
    }
  }

  override public func dispose() {
    let last = lock.withLock { () -> (any Disposable)? in
      disposed = true
      let last = current
      current = nil
      return last
    }
    last?.dispose()
  }
}
