/// A disposable that can say whether it has been disposed.
public protocol Cancelable: Disposable {
  /// Whether `dispose` was called; never goes back to false.
  var isDisposed: Bool { get }
}
