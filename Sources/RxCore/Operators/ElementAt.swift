extension ObservableType {
  /// Passes on the element at `index`, counted from 0, and completes with it.
  /// ```
  /// source          --1--2--3--4--|
  /// element(at: 2)  --------(3|)
  /// ```
  /// A source that completes before it fails with `RxError.argumentOutOfRange`.
  ///
  /// Under a race: the count is exact for every source that keeps the contract of one event at a time.
  /// - Precondition: `index` is not negative.
  public func element(at index: Int) -> Observable<Element> {
    if index < 0 { Violation.negativeCount.trap() }
    return ElementAt(source: asObservable(), index: index)
  }
}

private final class ElementAt<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  // Kept, because looking up a generic class at run time costs more than making an object of it.
  private let sinkType = ElementAtSink<Element>.self
  private let index: Int

  init(source: Observable<Element>, index: Int) {
    self.source = source
    self.index = index
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = sinkType.init(index: index, downstream)
    return (sink, source.attach(sink))
  }
}

private class ElementAtSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: `remaining` is touched only inside events, which never overlap.
  private var remaining: Int

  required init(index: Int, _ downstream: Stage<Element>) {
    remaining = index
    super.init(downstream)
  }

  override func next(_ element: Element) {
    // Counted before it is forwarded: the delivery may cause the next element.
    remaining -= 1
    guard remaining == -1 else { return }
    forwardNext(element)
    forwardCompleted()
  }

  override func completed() {
    // An element that is being delivered completes the sequence itself.
    if remaining >= 0 { forwardError(RxError.argumentOutOfRange) }
  }
}
