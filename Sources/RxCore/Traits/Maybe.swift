/// The trait of at most one element.
public enum MaybeTrait {}

/// A sequence of one element, of none, or an error.
/// ```
/// success    -----(1|)
/// completed  -----|
/// error      -----X
/// ```
public typealias Maybe<Element: Sendable> = PrimitiveSequence<MaybeTrait, Element>

/// How a maybe ends.
@frozen
public enum MaybeEvent<Element: Sendable>: Sendable {
  /// With an element.
  case success(Element)
  /// With an error.
  case error(any Error)
  /// Without an element.
  case completed
}

extension PrimitiveSequence where Trait == MaybeTrait {
  /// What the closure of `create` is given to emit its one event.
  public typealias MaybeObserver = @Sendable (MaybeEvent<Element>) -> Void

  /// A maybe made by a closure, which is called with an observer for each subscription.
  ///
  /// The closure returns what releases its resources. Of several events, from whatever threads, only the first
  /// counts.
  public static func create(
    subscribe: @escaping @Sendable (@escaping MaybeObserver) -> any Disposable
  ) -> Maybe<Element> {
    Maybe(
      raw: .create { observer in
        let claim = Claim()
        return subscribe { event in
          guard claim.take() else { return }
          switch event {
          case .success(let element):
            observer.onNext(element)
            observer.onCompleted()
          case .error(let error): observer.onError(error)
          case .completed: observer.onCompleted()
          }
        }
      })
  }

  /// A maybe without an element, which completes at once.
  public static func empty() -> Maybe<Element> { Maybe(raw: .empty()) }

  /// Subscribes a closure, which is called once, unless the subscription is disposed before.
  public func subscribe(
    _ observer: @escaping @Sendable (MaybeEvent<Element>) -> Void
  ) -> any Disposable {
    let claim = Claim()
    return source.subscribe(
      onNext: { if claim.take() { observer(.success($0)) } }, onError: { observer(.error($0)) },
      onCompleted: { if claim.take() { observer(.completed) } })
  }

  /// Subscribes closures for success, for failure, for completion without an element, and for the end of the
  /// subscription. Without `onError` an error goes to `Hooks.defaultErrorHandler`.
  public func subscribe(
    onSuccess: (@Sendable (Element) -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    let claim = Claim()
    return source.subscribe(
      onNext: { if claim.take() { onSuccess?($0) } }, onError: onError,
      onCompleted: { if claim.take() { onCompleted?() } }, onDisposed: onDisposed)
  }

  /// Transforms the element, if there is one. What `transform` throws becomes the error.
  public func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) throws -> Result
  ) -> Maybe<Result> {
    Maybe<Result>(raw: source.map(transform))
  }

  /// Keeps the element if it fulfils `predicate`. What that throws becomes the error.
  public func filter(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) -> Maybe<Element> {
    Maybe(raw: source.filter(predicate))
  }

  /// Calls closures beside the events, subscription and disposal; see `ObservableType.do`.
  public func `do`(
    onNext: (@Sendable (Element) throws -> Void)? = nil,
    afterNext: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil,
    afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onCompleted: (@Sendable () throws -> Void)? = nil,
    afterCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Maybe<Element> {
    Maybe(
      raw: source.do(
        onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError,
        onCompleted: onCompleted, afterCompleted: afterCompleted, onSubscribe: onSubscribe,
        onSubscribed: onSubscribed, onDispose: onDispose))
  }

  /// The element, or `RxError.noElements`.
  public func asSingle() -> Single<Element> { source.asSingle() }
}
