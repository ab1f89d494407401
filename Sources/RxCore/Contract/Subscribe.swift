// Inlinable, so that a caller that knows its element's type names the observer's class itself: looking up a generic
// class at run time costs more than all else that `subscribe` does.
extension ObservableType {
  /// Subscribes a closure that is called with each event.
  ///
  /// It stops at the first terminal event. An error is the closure's to handle.
  @inlinable
  public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    asObservable().subscribe(
      AnonymousObserver(
        onNext: { on(.next($0)) }, onError: { on(.error($0)) }, onCompleted: { on(.completed) },
        onDisposed: nil))
  }

  /// Subscribes closures for elements, for the error, for completion, and for the end of the subscription.
  ///
  /// `onDisposed` is called once: after the terminal event, or when the subscription is disposed. Without
  /// `onError` an error goes to `Hooks.defaultErrorHandler`.
  ///
  /// Under a race of a terminal event with `dispose` on another thread, either the terminal event is
  /// delivered, or it is dropped; `onDisposed` is called exactly once in both cases, and may then overlap the
  /// callback that was in flight.
  @inlinable
  public func subscribe(
    onNext: (@Sendable (Element) -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      AnonymousObserver(
        onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed))
  }
}
