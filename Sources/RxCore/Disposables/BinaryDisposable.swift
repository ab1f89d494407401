/// Disposes two others; see `Disposables.create(_:_:)`.
final class BinaryDisposable: DisposeBase, Cancelable, @unchecked Sendable {
  // Safety: both are taken by the one caller that raised the flag.
  private let flag = DisposalFlag()
  private var first: (any Disposable)?
  private var second: (any Disposable)?

  init(_ first: any Disposable, _ second: any Disposable) {
    self.first = first
    self.second = second
  }

  var isDisposed: Bool { flag.isDisposed }

  override func dispose() {
    guard flag.dispose() else { return }
    let (first, second) = (self.first, self.second)
    self.first = nil
    self.second = nil
    first?.dispose()
    second?.dispose()
  }
}
