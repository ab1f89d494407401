extension ObservableType where Element: ObservableConvertibleType {
  /// Merges the observables that this sequence emits, at most `maxConcurrent` at a time; the others wait in order.
  /// ```
  /// source                   a--b--|
  /// a                        1-----2|
  /// b                                3--4|
  /// merge(maxConcurrent: 1)  1-----2-3--4|
  /// ```
  /// It completes when the source and all its observables have; it fails as soon as one fails.
  ///
  /// Under a race: events are delivered one at a time, and never more than `maxConcurrent` observables are
  /// subscribed. Whoever completes one subscribes the next, or leaves that to the thread that still subscribes it.
  /// - Precondition: `maxConcurrent` is positive.
  public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
    if maxConcurrent < 1 { Violation.countNotPositive.trap() }
    return BoundedFlatMap(source: asObservable(), runningMax: maxConcurrent, selector: { $0 })
  }

  /// The observables that this sequence emits, one after the other.
  public func concat() -> Observable<Element.Element> { merge(maxConcurrent: 1) }
}
