extension ObservableType {
  /// Passes on the elements that fulfil `predicate`. What it throws ends the sequence with that error.
  /// ```
  /// source           --1--2--3--4--|
  /// filter { even }  -----2-----4--|
  /// ```
  /// Under a race: `predicate` is never called for an element that starts after `dispose` returned.
  public func filter(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) -> Observable<Element> {
    Filter(source: asObservable(), predicate: predicate)
  }
}

private final class Filter<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  // Kept, because looking up a generic class at run time costs more than making an object of it.
  private let sinkType = FilterSink<Element>.self
  private let predicate: @Sendable (Element) throws -> Bool

  init(source: Observable<Element>, predicate: @escaping @Sendable (Element) throws -> Bool) {
    self.source = source
    self.predicate = predicate
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = sinkType.init(predicate: predicate, downstream)
    return (sink, source.attach(sink))
  }
}

private class FilterSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: constants only.
  private let predicate: @Sendable (Element) throws -> Bool

  required init(
    predicate: @escaping @Sendable (Element) throws -> Bool, _ downstream: Stage<Element>
  ) {
    self.predicate = predicate
    super.init(downstream)
  }

  override func next(_ element: Element) {
    if isOver { return }
    do { if try predicate(element) { forwardNext(element) } } catch { forwardError(error) }
  }
}
