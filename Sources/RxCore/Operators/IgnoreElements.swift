extension ObservableType {
  /// Leaves out all elements and passes on how the sequence ends.
  /// ```
  /// source            --1--2--3--|
  /// ignoreElements()  -----------|
  /// ```
  /// Under a race: terminal events are claimed as everywhere; there is nothing else to race.
  public func ignoreElements() -> Observable<Never> { IgnoreElements(source: asObservable()) }
}

private final class IgnoreElements<Element: Sendable>: Producer<Never>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  // Kept, because looking up a generic class at run time costs more than making an object of it.
  private let sinkType = IgnoreElementsSink<Element>.self

  init(source: Observable<Element>) { self.source = source }

  override func run(
    _ downstream: Stage<Never>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = sinkType.init(downstream)
    return (sink, source.attach(sink))
  }
}

private class IgnoreElementsSink<Element: Sendable>: Sink<Element, Never>, @unchecked Sendable {
  // Safety: adds no state.
  required override init(_ downstream: Stage<Never>) { super.init(downstream) }

  override func next(_ element: Element) {}
}
