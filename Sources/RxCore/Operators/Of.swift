extension ObservableType {
  /// A sequence of the given elements, emitted one scheduled step at a time.
  /// ```
  /// of(1, 2, 3)  --(123|)
  /// ```
  /// Under a race: a step that starts after `dispose` returned emits nothing.
  public static func of(
    _ elements: Element...,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    SequenceSource(elements: elements, scheduler: scheduler)
  }
}
