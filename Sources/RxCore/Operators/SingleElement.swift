extension ObservableType {
  /// Passes on the only element; fails with `RxError.moreThanOneElement` at a second one, and with
  /// `RxError.noElements` if there was none.
  /// ```
  /// source    --1-----|      --1--2-->      -----|
  /// single()  --1-----|      --1--X         -----X
  /// ```
  /// The element is passed on when it comes, not when it is known to be the only one.
  ///
  /// Under a race: elements are counted inside events, which never overlap.
  public func single() -> Observable<Element> { single { _ in true } }

  /// The same among the elements that fulfil `predicate`. What it throws ends the sequence with that error.
  public func single(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) -> Observable<Element> {
    SingleElement(source: asObservable(), predicate: predicate)
  }
}

private final class SingleElement<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  // Kept, because looking up a generic class at run time costs more than making an object of it.
  private let sinkType = SingleElementSink<Element>.self
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

private class SingleElementSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: `isFound` is touched only inside events, which never overlap.
  private let predicate: @Sendable (Element) throws -> Bool
  private var isFound = false

  required init(
    predicate: @escaping @Sendable (Element) throws -> Bool, _ downstream: Stage<Element>
  ) {
    self.predicate = predicate
    super.init(downstream)
  }

  override func next(_ element: Element) {
    if isOver { return }
    do {
      guard try predicate(element) else { return }
    } catch { return forwardError(error) }
    if isFound { return forwardError(RxError.moreThanOneElement) }
    isFound = true
    forwardNext(element)
  }

  override func completed() {
    if isFound { forwardCompleted() } else { forwardError(RxError.noElements) }
  }
}
