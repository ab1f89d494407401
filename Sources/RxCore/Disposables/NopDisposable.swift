/// A disposable that does nothing; see `Disposables.create()`.
struct NopDisposable: Disposable {
  func dispose() {}
}
