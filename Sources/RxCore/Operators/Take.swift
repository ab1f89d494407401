extension ObservableType {
  /// Passes on the first `count` elements and completes with the last of them.
  /// ```
  /// source   --1--2--3--4--|
  /// take(2)  --1--(2|)
  /// ```
  /// With 0 it completes at once, without subscribing. An element that is emitted from inside the delivery of
  /// the last one is not delivered.
  ///
  /// Under a race: the count is exact for every source that keeps the contract of one event at a time.
  /// - Precondition: `count` is not negative.
  public func take(_ count: Int) -> Observable<Element> {
    if count < 0 { Violation.negativeCount.trap() }
    return count == 0 ? .empty() : TakeCount(source: asObservable(), count: count)
  }
}

private final class TakeCount<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  // Kept, because looking up a generic class at run time costs more than making an object of it.
  private let sinkType = TakeCountSink<Element>.self
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

private class TakeCountSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: `remaining` is touched only inside events, which never overlap.
  private var remaining: Int

  required init(count: Int, _ downstream: Stage<Element>) {
    remaining = count
    super.init(downstream)
  }

  override func next(_ element: Element) {
    guard remaining > 0 else { return }
    // Counted before it is forwarded: the delivery may cause the next element.
    remaining -= 1
    let isLast = remaining == 0
    forwardNext(element)
    if isLast { forwardCompleted() }
  }
}
