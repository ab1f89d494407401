// Closures that get an object as their first argument; see `ObservableType.subscribe(with:)`.

extension PrimitiveSequence where Trait == SingleTrait {
  /// Subscribes closures that get `object` too, without keeping it alive; none is called once it is gone.
  ///
  /// Without `onFailure` an error goes to `Hooks.defaultErrorHandler`.
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    onSuccess: (@Sendable (Object, Element) -> Void)? = nil,
    onFailure: (@Sendable (Object, any Error) -> Void)? = nil,
    onDisposed: (@Sendable (Object) -> Void)? = nil
  ) -> any Disposable {
    source.subscribe(with: object, onNext: onSuccess, onError: onFailure, onDisposed: onDisposed)
  }
}

extension PrimitiveSequence where Trait == MaybeTrait {
  /// Subscribes closures that get `object` too, without keeping it alive; none is called once it is gone.
  ///
  /// Without `onError` an error goes to `Hooks.defaultErrorHandler`.
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    onSuccess: (@Sendable (Object, Element) -> Void)? = nil,
    onError: (@Sendable (Object, any Error) -> Void)? = nil,
    onCompleted: (@Sendable (Object) -> Void)? = nil,
    onDisposed: (@Sendable (Object) -> Void)? = nil
  ) -> any Disposable {
    let claim = Claim()
    return source.subscribe(
      with: object, onNext: { if claim.take() { onSuccess?($0, $1) } }, onError: onError,
      onCompleted: { if claim.take() { onCompleted?($0) } }, onDisposed: onDisposed)
  }
}

extension PrimitiveSequence where Trait == CompletableTrait, Element == Swift.Never {
  /// Subscribes closures that get `object`, without keeping it alive; none is called once it is gone.
  ///
  /// Without `onError` an error goes to `Hooks.defaultErrorHandler`.
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    onCompleted: (@Sendable (Object) -> Void)? = nil,
    onError: (@Sendable (Object, any Error) -> Void)? = nil,
    onDisposed: (@Sendable (Object) -> Void)? = nil
  ) -> any Disposable {
    source.subscribe(
      with: object, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }
}

extension Infallible {
  /// Subscribes closures that get `object` too, without keeping it alive; none is called once it is gone.
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    onNext: (@Sendable (Object, Element) -> Void)? = nil,
    onCompleted: (@Sendable (Object) -> Void)? = nil,
    onDisposed: (@Sendable (Object) -> Void)? = nil
  ) -> any Disposable {
    source.subscribe(
      with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }
}
