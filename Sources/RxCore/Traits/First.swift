extension ObservableType {
  /// The first element as soon as it comes, or nil where the sequence completes without one.
  /// ```
  /// source   --1--2--|
  /// first()  --(1|)
  /// ```
  /// Under a race: the source is released by the first element; a second one is not sent.
  public func first() -> Single<Element?> { Single(raw: First(source: asObservable())) }
}

private final class First<Element: Sendable>: Producer<Element?>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>

  init(source: Observable<Element>) { self.source = source }

  override func run(
    _ downstream: Stage<Element?>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = FirstSink<Element>(downstream)
    return (sink, source.attach(sink))
  }
}

private final class FirstSink<Element: Sendable>: Sink<Element, Element?>, @unchecked Sendable {
  // Safety: `isDelivered` is touched only inside events, which never overlap.
  private var isDelivered = false

  override func next(_ element: Element) {
    // Noted before it is forwarded: the delivery may cause the next element.
    if isDelivered { return }
    isDelivered = true
    forwardNext(element)
    forwardCompleted()
  }

  override func completed() {
    if isDelivered { return }
    isDelivered = true
    forwardNext(nil)
    forwardCompleted()
  }
}
