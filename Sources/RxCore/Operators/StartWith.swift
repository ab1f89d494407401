extension ObservableType {
  /// Emits the given elements when subscribed, before those of the source.
  /// ```
  /// source           --3--4--|
  /// startWith(1, 2)  (12)--3--4--|
  /// ```
  /// If they end what is downstream, the source is not subscribed.
  ///
  /// Under a race: the elements are emitted inside `subscribe`, before the source can emit.
  public func startWith(_ elements: Element...) -> Observable<Element> {
    StartWith(source: asObservable(), elements: elements)
  }
}

private final class StartWith<Element: Sendable>: Observable<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private let elements: [Element]

  init(source: Observable<Element>, elements: [Element]) {
    self.source = source
    self.elements = elements
  }

  override func attach(_ downstream: Stage<Element>) -> DisposeBase? {
    for element in elements {
      if downstream.isOver { return nil }
      downstream.next(element)
    }
    return downstream.isOver ? nil : source.attach(downstream)
  }
}
