/// An observer whose type is erased.
///
/// Copies share the observer. Thread-safety: that of the observer.
public struct AnyObserver<Element: Sendable>: ObserverType {
  /// What is called with each event.
  public typealias EventHandler = @Sendable (Event<Element>) -> Void

  let stage: Stage<Element>

  init(stage: Stage<Element>) { self.stage = stage }

  /// An observer that calls `eventHandler` with each event.
  public init(eventHandler: @escaping EventHandler) {
    stage = HandlerStage(eventHandler)
  }

  /// Erases the type of `observer`; one that is erased already is used as it is.
  public init(_ observer: some ObserverType<Element>) { self = observer.asAnyObserver() }

  public func on(_ event: Event<Element>) { stage.on(event) }
  public func onNext(_ element: Element) { stage.next(element) }
  public func onError(_ error: any Error) { stage.error(error) }
  public func onCompleted() { stage.completed() }
  public func asAnyObserver() -> AnyObserver<Element> { self }
}
