extension ObservableType {
  /// A sequence of the optional's element, if it has one.
  /// ```
  /// from(optional: 1)    --(1|)
  /// from(optional: nil)  --|
  /// ```
  /// Under a race: it ends before `subscribe` returns, so there is none.
  public static func from(optional: Element?) -> Observable<Element> {
    optional.map { .just($0) } ?? .empty()
  }

  /// The same, with the element and the completion each emitted by a piece of work on `scheduler`.
  ///
  /// Under a race: a piece of work that starts after `dispose` returned emits nothing.
  public static func from(
    optional: Element?, scheduler: any ImmediateSchedulerType
  ) -> Observable<Element> {
    SequenceSource(elements: optional.map { [$0] } ?? [], scheduler: scheduler)
  }
}
