/// A disposable that only remembers that it was disposed. Thread-safety: any thread.
public final class BooleanDisposable: DisposeBase, Cancelable, @unchecked Sendable {
  // Safety: the flag is atomic.
  private let flag = DisposalFlag()

  override public init() {}

  public init(isDisposed: Bool) {
    super.init()
    if isDisposed { _ = flag.dispose() }
  }

  public var isDisposed: Bool { flag.isDisposed }

  override public func dispose() { _ = flag.dispose() }
}
