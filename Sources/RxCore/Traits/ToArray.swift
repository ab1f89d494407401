extension ObservableType {
  /// Collects all elements, and emits them as one array when the source completes.
  /// ```
  /// source     --1--2--3--|
  /// toArray()  -----------([1,2,3]|)
  /// ```
  /// Under a race: the array belongs to one subscription, whose events never overlap.
  public func toArray() -> Single<[Element]> { Single(raw: ToArray(source: asObservable())) }
}

private final class ToArray<Element: Sendable>: Producer<[Element]>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>

  init(source: Observable<Element>) { self.source = source }

  override func run(
    _ downstream: Stage<[Element]>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = ToArraySink<Element>(downstream)
    return (sink, source.attach(sink))
  }
}

private final class ToArraySink<Element: Sendable>: Sink<Element, [Element]>, @unchecked Sendable {
  // Safety: `elements` is touched only inside events, which never overlap.
  private var elements: [Element] = []

  override func next(_ element: Element) {
    elements.append(element)
  }

  override func completed() {
    forwardNext(elements)
    forwardCompleted()
  }
}
