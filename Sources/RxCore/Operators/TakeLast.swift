extension ObservableType {
  /// Passes on the last `count` elements, when the source completes.
  /// ```
  /// source       --1--2--3--|
  /// takeLast(2)  -----------(23|)
  /// ```
  /// An error is passed on without them.
  ///
  /// Under a race: a disposal during the delivery stops it, with at most the element at hand still delivered.
  /// - Precondition: `count` is not negative.
  public func takeLast(_ count: Int) -> Observable<Element> {
    if count < 0 { Violation.negativeCount.trap() }
    return TakeLast(source: asObservable(), count: count)
  }
}

private final class TakeLast<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  // Kept, because looking up a generic class at run time costs more than making an object of it.
  private let sinkType = TakeLastSink<Element>.self
  private let count: Int

  init(source: Observable<Element>, count: Int) {
    self.source = source
    self.count = count
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = sinkType.init(count: count, downstream)
    return (sink, source.attach(sink))
  }
}

private class TakeLastSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: `kept` and `keptCount` are touched only inside events, which never overlap.
  private let count: Int
  private var kept = Fifo<Element>()
  private var keptCount = 0

  required init(count: Int, _ downstream: Stage<Element>) {
    self.count = count
    super.init(downstream)
  }

  override func next(_ element: Element) {
    kept.append(element)
    if keptCount == count { _ = kept.popFirst() } else { keptCount += 1 }
  }

  override func completed() {
    while !isOver, let element = kept.popFirst() { forwardNext(element) }
    forwardCompleted()
  }
}
