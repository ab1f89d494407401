extension ObservableType {
  /// A sequence that emits one element again and again, one scheduled step at a time, until it is disposed.
  /// ```
  /// repeatElement(1)  --1-1-1-1-->
  /// ```
  /// Under a race: a step that starts after `dispose` returned emits nothing and schedules no other.
  public static func repeatElement(
    _ element: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    SequenceSource(elements: Forever(element: element), scheduler: scheduler)
  }
}

/// One element without end.
struct Forever<Element>: Swift.Sequence, IteratorProtocol {
  let element: Element

  func next() -> Element? { element }
}

extension Forever: Sendable where Element: Sendable {}
