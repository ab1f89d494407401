extension ObservableType {
  /// Leaves out the first `count` elements; a count below 1 leaves out none.
  /// ```
  /// source   --1--2--3--4--|
  /// skip(2)  --------3--4--|
  /// ```
  /// Under a race: the count is exact for every source that keeps the contract of one event at a time.
  public func skip(_ count: Int) -> Observable<Element> {
    SkipCount(source: asObservable(), count: count)
  }
}

private final class SkipCount<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  // Kept, because looking up a generic class at run time costs more than making an object of it.
  private let sinkType = SkipCountSink<Element>.self
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

private class SkipCountSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: `remaining` is touched only inside events, which never overlap.
  private var remaining: Int

  required init(count: Int, _ downstream: Stage<Element>) {
    remaining = count
    super.init(downstream)
  }

  override func next(_ element: Element) {
    if remaining > 0 { remaining -= 1 } else { forwardNext(element) }
  }
}
