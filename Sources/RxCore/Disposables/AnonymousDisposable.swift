/// A disposable that calls a closure once; see `Disposables.create(with:)`.
final class AnonymousDisposable: DisposeBase, Cancelable, @unchecked Sendable {
  // Safety: `action` is taken by the one caller that raised the flag.
  private let flag = DisposalFlag()
  private var action: (@Sendable () -> Void)?

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  var isDisposed: Bool { flag.isDisposed }

  override func dispose() {
    guard flag.dispose() else { return }
    let action = self.action
    self.action = nil
    action?()
  }
}
