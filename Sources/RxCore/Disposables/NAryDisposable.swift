/// Disposes any number of others, in their order; see `Disposables.create(_:)`.
final class NAryDisposable: DisposeBase, Cancelable, @unchecked Sendable {
  // Safety: `disposables` is taken by the one caller that raised the flag.
  private let flag = DisposalFlag()
  private var disposables: [any Disposable]

  init(_ disposables: [any Disposable]) { self.disposables = disposables }

  var isDisposed: Bool { flag.isDisposed }

  override func dispose() {
    guard flag.dispose() else { return }
    let disposables = self.disposables
    self.disposables = []
    for disposable in disposables { disposable.dispose() }
  }
}
