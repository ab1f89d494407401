/// A sequence that cannot fail.
/// ```
/// infallible  --1--2--3--|
/// ```
/// It is an observable in disguise: each subscription runs it anew. Thread-safety: a value; subscribe and dispose
/// from any thread.
public struct Infallible<Element: Sendable>: ObservableConvertibleType {
  /// The observable that keeps the promise.
  let source: Observable<Element>

  /// The caller answers for the promise.
  init(raw source: Observable<Element>) { self.source = source }

  public func asObservable() -> Observable<Element> { source }
}

/// What an infallible sequence says.
@frozen
public enum InfallibleEvent<Element: Sendable>: Sendable {
  /// The next element.
  case next(Element)
  /// The sequence is over.
  case completed

  /// The same as an event of an observable.
  public var event: Event<Element> {
    switch self {
    case .next(let element): .next(element)
    case .completed: .completed
    }
  }
}

extension Infallible {
  /// What the closure of `create` is given to emit events.
  public typealias InfallibleObserver = @Sendable (InfallibleEvent<Element>) -> Void

  /// A sequence made by a closure, which is called with an observer for each subscription.
  ///
  /// The closure returns what releases its resources. Its events must not overlap one another.
  public static func create(
    subscribe: @escaping @Sendable (@escaping InfallibleObserver) -> any Disposable
  ) -> Infallible<Element> {
    Infallible(
      raw: .create { observer in
        subscribe { observer.on($0.event) }
      })
  }

  /// A sequence of one element.
  public static func just(_ element: Element) -> Infallible<Element> {
    Infallible(raw: .just(element))
  }

  /// The same, with the element and the completion each emitted by a piece of work on `scheduler`.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> Infallible<Element> {
    Infallible(raw: .just(element, scheduler: scheduler))
  }

  /// A sequence of these elements, each emitted by a piece of work on `scheduler`.
  public static func of(
    _ elements: Element...,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(raw: .from(elements, scheduler: scheduler))
  }

  /// A sequence of the elements of an array, each emitted by a piece of work on `scheduler`.
  public static func from(
    _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(raw: .from(array, scheduler: scheduler))
  }

  /// A sequence of the elements of a sequence, each emitted by a piece of work on `scheduler`.
  public static func from<Elements: Swift.Sequence & Sendable>(
    _ sequence: Elements,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> where Elements.Element == Element {
    Infallible(raw: .from(sequence, scheduler: scheduler))
  }

  /// A sequence that completes at once.
  public static func empty() -> Infallible<Element> { Infallible(raw: .empty()) }

  /// A sequence that says nothing, ever.
  public static func never() -> Infallible<Element> { Infallible(raw: .never()) }

  /// A sequence that is made anew for each subscription.
  public static func deferred(
    _ observableFactory: @escaping @Sendable () -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(raw: .deferred { observableFactory().source })
  }

  /// Subscribes a closure that is called with each event.
  public func subscribe(
    _ on: @escaping @Sendable (InfallibleEvent<Element>) -> Void
  ) -> any Disposable {
    source.subscribe(onNext: { on(.next($0)) }, onCompleted: { on(.completed) })
  }

  /// Subscribes closures for elements, for completion, and for the end of the subscription.
  public func subscribe(
    onNext: (@Sendable (Element) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    source.subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }
}
