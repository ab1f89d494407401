/// Something that receives a sequence's events.
///
/// Thread-safety: whoever calls an observer calls it one event at a time.
public protocol ObserverType<Element>: Sendable {
  associatedtype Element: Sendable

  /// Emits the next event.
  func on(_ event: Event<Element>)
  /// The same as `on(.next(element))`; conforming types may offer a shorter way.
  func onNext(_ element: Element)
  /// The same as `on(.error(error))`.
  func onError(_ error: any Error)
  /// The same as `on(.completed)`.
  func onCompleted()
  /// This observer with its type erased.
  func asAnyObserver() -> AnyObserver<Element>
}

extension ObserverType {
  public func onNext(_ element: Element) { on(.next(element)) }
  public func onError(_ error: any Error) { on(.error(error)) }
  public func onCompleted() { on(.completed) }
  public func asAnyObserver() -> AnyObserver<Element> { AnyObserver(stage: ObserverStage(self)) }
  /// This observer with its type erased.
  public func asObserver() -> AnyObserver<Element> { asAnyObserver() }

  /// An observer of other elements that hands each, transformed, to this one.
  ///
  /// What `transform` throws is sent as an error; that alone does not stop the source.
  public func mapObserver<Result: Sendable>(
    _ transform: @escaping @Sendable (Result) throws -> Element
  ) -> AnyObserver<Result> {
    AnyObserver<Result> { on($0.map(transform)) }
  }
}
