/// The observer behind `AnyObserver(eventHandler:)`: passes every event to a closure, and stops nothing.
final class HandlerStage<Element: Sendable>: Stage<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let handler: @Sendable (Event<Element>) -> Void

  init(_ handler: @escaping @Sendable (Event<Element>) -> Void) { self.handler = handler }

  override func next(_ element: Element) { handler(.next(element)) }
  override func error(_ error: any Error) { handler(.error(error)) }
  override func completed() { handler(.completed) }
}
