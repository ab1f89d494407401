extension ObservableType {
  /// Subscribes closures that get `object` as their first argument, without keeping it alive.
  ///
  /// Once `object` is gone the closures are not called any more; the subscription goes on until it ends or is
  /// disposed. `onDisposed` is called if `object` is alive then. Without `onError` an error goes to
  /// `Hooks.defaultErrorHandler`.
  ///
  /// Under a race of an event with the last release of `object`, the event either finds it, and keeps it alive for
  /// the call, or is dropped.
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    onNext: (@Sendable (Object, Element) -> Void)? = nil,
    onError: (@Sendable (Object, any Error) -> Void)? = nil,
    onCompleted: (@Sendable (Object) -> Void)? = nil,
    onDisposed: (@Sendable (Object) -> Void)? = nil
  ) -> any Disposable {
    let reference = WeakReference(object)
    return asObservable().subscribe(
      AnonymousObserver(
        onNext: { element in
          if let object = reference.object { onNext?(object, element) }
        },
        onError: { error in
          guard let onError else { return Hooks.unhandled(error) }
          if let object = reference.object { onError(object, error) }
        },
        onCompleted: {
          if let object = reference.object { onCompleted?(object) }
        },
        onDisposed: {
          if let object = reference.object { onDisposed?(object) }
        }))
  }
}
