extension ObservableType {
  /// A sequence of one element.
  /// ```
  /// just(1)  --(1|)
  /// ```
  /// Under a race: it ends before `subscribe` returns, so there is none.
  public static func just(_ element: Element) -> Observable<Element> { Just(element) }

  /// The same, with the element and the completion each emitted by a piece of work on `scheduler`.
  ///
  /// Under a race: a piece of work that starts after `dispose` returned emits nothing.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> Observable<Element> {
    SequenceSource(elements: CollectionOfOne(element), scheduler: scheduler)
  }
}

private final class Just<Element: Sendable>: Observable<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let element: Element

  init(_ element: Element) { self.element = element }

  override func attach(_ downstream: Stage<Element>) -> DisposeBase? {
    downstream.next(element)
    downstream.completed()
    return nil
  }
}
