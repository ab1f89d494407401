/// The trait of no element.
public enum CompletableTrait {}

/// A sequence without elements: it completes, or fails.
/// ```
/// completed  -----|
/// error      -----X
/// ```
public typealias Completable = PrimitiveSequence<CompletableTrait, Swift.Never>

/// How a completable ends.
@frozen
public enum CompletableEvent: Sendable {
  /// With an error.
  case error(any Error)
  /// Normally.
  case completed
}

extension PrimitiveSequence where Trait == CompletableTrait, Element == Swift.Never {
  /// What the closure of `create` is given to emit its one event.
  public typealias CompletableObserver = @Sendable (CompletableEvent) -> Void

  /// A completable made by a closure, which is called with an observer for each subscription.
  ///
  /// The closure returns what releases its resources. Of several events, from whatever threads, only the first
  /// counts.
  public static func create(
    subscribe: @escaping @Sendable (@escaping CompletableObserver) -> any Disposable
  ) -> Completable {
    Completable(
      raw: .create { observer in
        subscribe { event in
          switch event {
          case .error(let error): observer.onError(error)
          case .completed: observer.onCompleted()
          }
        }
      })
  }

  /// A completable that completes at once.
  public static func empty() -> Completable { Completable(raw: .empty()) }

  /// Subscribes a closure, which is called once, unless the subscription is disposed before.
  public func subscribe(
    _ observer: @escaping @Sendable (CompletableEvent) -> Void
  ) -> any Disposable {
    source.subscribe(onError: { observer(.error($0)) }, onCompleted: { observer(.completed) })
  }

  /// Subscribes closures for completion, for failure, and for the end of the subscription.
  ///
  /// Without `onError` an error goes to `Hooks.defaultErrorHandler`.
  public func subscribe(
    onCompleted: (@Sendable () -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    source.subscribe(onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Calls closures beside the events, subscription and disposal; see `ObservableType.do`.
  public func `do`(
    onError: (@Sendable (any Error) throws -> Void)? = nil,
    afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onCompleted: (@Sendable () throws -> Void)? = nil,
    afterCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Completable {
    Completable(
      raw: source.do(
        onError: onError, afterError: afterError, onCompleted: onCompleted,
        afterCompleted: afterCompleted, onSubscribe: onSubscribe, onSubscribed: onSubscribed,
        onDispose: onDispose))
  }

  /// The same end, as a maybe of any element type.
  public func asMaybe<Result: Sendable>(of type: Result.Type = Result.self) -> Maybe<Result> {
    Maybe<Result>(raw: source.map { (never: Swift.Never) -> Result in })
  }
}

extension ObservableType where Element == Swift.Never {
  /// The same sequence; without elements it keeps the promise already.
  public func asCompletable() -> Completable { Completable(raw: asObservable()) }
}
