/// Disposes another disposable when it was disposed itself and so was everything that it lent.
///
/// Under a race of the last `dispose` with `retain`, either the loan still counts, or it is one that does
/// nothing; the other disposable is disposed once. Thread-safety: any thread.
public final class RefCountDisposable: DisposeBase, Cancelable, @unchecked Sendable {
  // Safety: all three are guarded by `lock`.
  private let lock = Lock()
  private var disposable: (any Disposable)?
  private var loans = 0
  private var isPrimaryDisposed = false

  public init(disposable: any Disposable) { self.disposable = disposable }

  /// Whether the other disposable was disposed.
  public var isDisposed: Bool { lock.withLock { disposable == nil } }

  /// Lends a disposable, which keeps the other one from being disposed until it is itself.
  public func retain() -> any Disposable {
    let isAlive = lock.withLock {
      loans += 1
      return disposable != nil
    }
    return isAlive ? RefCountLoan(of: self) : Disposables.create()
  }

  override public func dispose() {
    lock.withLock { () -> (any Disposable)? in
      isPrimaryDisposed = true
      return takeIfUnused()
    }?.dispose()
  }

  fileprivate func giveBack() {
    lock.withLock { () -> (any Disposable)? in
      loans -= 1
      return takeIfUnused()
    }?.dispose()
  }

  // Called under the lock.
  private func takeIfUnused() -> (any Disposable)? {
    guard isPrimaryDisposed, loans == 0 else { return nil }
    let last = disposable
    disposable = nil
    return last
  }
}

/// One loan; giving it back a second time has no effect.
private final class RefCountLoan: DisposeBase, @unchecked Sendable {
  // Safety: `lender` is taken by the one caller that raised the flag.
  private let flag = DisposalFlag()
  private var lender: RefCountDisposable?

  init(of lender: RefCountDisposable) { self.lender = lender }

  override func dispose() {
    guard flag.dispose() else { return }
    let lender = self.lender
    self.lender = nil
    lender?.giveBack()
  }
}
