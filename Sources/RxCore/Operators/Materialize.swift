extension ObservableType {
  /// Turns the events into elements: the terminal event too, after which the sequence completes.
  /// ```
  /// source         --1--------2--------X
  /// materialize()  --next(1)--next(2)--(error|)
  /// ```
  /// Under a race: as for the source; a disposal may fall between the last element and the completion.
  public func materialize() -> Observable<Event<Element>> { Materialize(source: asObservable()) }
}

private final class Materialize<Element: Sendable>: Producer<Event<Element>>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>

  init(source: Observable<Element>) { self.source = source }

  override func run(
    _ downstream: Stage<Event<Element>>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = MaterializeSink<Element>(downstream)
    return (sink, source.attach(sink))
  }
}

private final class MaterializeSink<Element: Sendable>:
  Sink<Element, Event<Element>>, @unchecked Sendable
{
  // Safety: adds no state.
  override func next(_ element: Element) { forwardNext(.next(element)) }

  override func error(_ error: any Error) {
    forwardNext(.error(error))
    forwardCompleted()
  }

  override func completed() {
    forwardNext(.completed)
    forwardCompleted()
  }
}
