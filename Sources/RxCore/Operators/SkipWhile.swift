extension ObservableType {
  /// Leaves out elements as long as they fulfil `predicate`, and passes on the first that does not and all
  /// after it.
  /// ```
  /// source               --1--2--3--1--|
  /// skip(while: { <3 })  --------3--1--|
  /// ```
  /// What `predicate` throws ends the sequence with that error.
  ///
  /// Under a race: `predicate` is never called for an element that starts after `dispose` returned.
  public func skip(
    while predicate: @escaping @Sendable (Element) throws -> Bool
  ) -> Observable<Element> {
    SkipWhile(source: asObservable(), predicate: predicate)
  }
}

private final class SkipWhile<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  // Kept, because looking up a generic class at run time costs more than making an object of it.
  private let sinkType = SkipWhileSink<Element>.self
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

private class SkipWhileSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: `isOpen` is touched only inside events, which never overlap.
  private let predicate: @Sendable (Element) throws -> Bool
  private var isOpen = false

  required init(
    predicate: @escaping @Sendable (Element) throws -> Bool, _ downstream: Stage<Element>
  ) {
    self.predicate = predicate
    super.init(downstream)
  }

  override func next(_ element: Element) {
    if isOver { return }
    if !isOpen {
      do { isOpen = try !predicate(element) } catch { return forwardError(error) }
    }
    if isOpen { forwardNext(element) }
  }
}
