extension ObservableType {
  /// Ends with `element` and completion instead of with an error.
  /// ```
  /// source              --1--2--X
  /// catchAndReturn(9)   --1--2--(9|)
  /// ```
  /// Under a race: a disposal inside the delivery of `element` suppresses the completion.
  public func catchAndReturn(_ element: Element) -> Observable<Element> {
    CatchAndReturn(source: asObservable(), element: element)
  }
}

private final class CatchAndReturn<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private let element: Element

  init(source: Observable<Element>, element: Element) {
    self.source = source
    self.element = element
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = CatchAndReturnSink(element: element, downstream)
    return (sink, source.attach(sink))
  }
}

private final class CatchAndReturnSink<Element: Sendable>:
  Sink<Element, Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let element: Element

  init(element: Element, _ downstream: Stage<Element>) {
    self.element = element
    super.init(downstream)
  }

  override func next(_ element: Element) { forwardNext(element) }

  override func error(_ error: any Error) {
    forwardNext(element)
    forwardCompleted()
  }
}
