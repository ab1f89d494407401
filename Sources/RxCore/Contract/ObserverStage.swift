/// Wraps somebody's observer once, at the end of a chain.
final class ObserverStage<Observer: ObserverType>: Stage<Observer.Element>, @unchecked Sendable {
  // Safety: constants only.
  private let observer: Observer

  init(_ observer: Observer) { self.observer = observer }

  override func next(_ element: Observer.Element) { observer.onNext(element) }
  override func error(_ error: any Error) { observer.onError(error) }
  override func completed() { observer.onCompleted() }
}
