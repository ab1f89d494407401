/// The trait of exactly one element, or an error.
public enum SingleTrait {}

/// A sequence of exactly one element, or an error.
/// ```
/// success  -----(1|)
/// failure  -----X
/// ```
public typealias Single<Element: Sendable> = PrimitiveSequence<SingleTrait, Element>

/// How a single ends.
public typealias SingleEvent<Element> = Result<Element, any Error>

extension PrimitiveSequence where Trait == SingleTrait {
  /// What the closure of `create` is given to emit its one event.
  public typealias SingleObserver = @Sendable (SingleEvent<Element>) -> Void

  /// A single made by a closure, which is called with an observer for each subscription.
  ///
  /// The closure returns what releases its resources. Of several events, from whatever threads, only the first
  /// counts.
  public static func create(
    subscribe: @escaping @Sendable (@escaping SingleObserver) -> any Disposable
  ) -> Single<Element> {
    Single(
      raw: .create { observer in
        let claim = Claim()
        return subscribe { event in
          guard claim.take() else { return }
          switch event {
          case .success(let element):
            observer.onNext(element)
            observer.onCompleted()
          case .failure(let error): observer.onError(error)
          }
        }
      })
  }

  /// Subscribes a closure, which is called once, unless the subscription is disposed before.
  public func subscribe(
    _ observer: @escaping @Sendable (SingleEvent<Element>) -> Void
  ) -> any Disposable {
    source.subscribe(
      onNext: { observer(.success($0)) }, onError: { observer(.failure($0)) })
  }

  /// Subscribes closures for success, for failure, and for the end of the subscription.
  ///
  /// Without `onFailure` an error goes to `Hooks.defaultErrorHandler`.
  public func subscribe(
    onSuccess: (@Sendable (Element) -> Void)? = nil,
    onFailure: (@Sendable (any Error) -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    source.subscribe(onNext: onSuccess, onError: onFailure, onDisposed: onDisposed)
  }

  /// Transforms the element. What `transform` throws becomes the error.
  public func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) throws -> Result
  ) -> Single<Result> {
    Single<Result>(raw: source.map(transform))
  }

  /// Keeps the element if it fulfils `predicate`. What that throws becomes the error.
  public func filter(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) -> Maybe<Element> {
    Maybe(raw: source.filter(predicate))
  }

  /// Calls closures beside the events, subscription and disposal; see `ObservableType.do`.
  public func `do`(
    onSuccess: (@Sendable (Element) throws -> Void)? = nil,
    afterSuccess: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil,
    afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Single<Element> {
    Single(
      raw: source.do(
        onNext: onSuccess, afterNext: afterSuccess, onError: onError, afterError: afterError,
        onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
  }

  /// The same single, as one that may be empty.
  public func asMaybe() -> Maybe<Element> { Maybe(raw: source) }
}
