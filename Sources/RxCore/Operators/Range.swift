extension ObservableType where Element: RxAbstractInteger {
  /// A sequence of `count` consecutive integers, emitted one scheduled step at a time.
  /// ```
  /// range(start: 4, count: 3)  --(456|)
  /// ```
  /// Under a race: a step that starts after `dispose` returned emits nothing.
  /// - Precondition: `count` is not negative and the last integer fits into `Element`.
  public static func range(
    start: Element, count: Int,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    if count < 0 { Violation.negativeCount.trap() }
    guard count > 0 else {
      return SequenceSource(elements: Consecutive(first: nil, last: start), scheduler: scheduler)
    }
    guard let distance = Element(exactly: count - 1) else { Violation.rangeOverflow.trap() }
    let (last, overflow) = start.addingReportingOverflow(distance)
    if overflow { Violation.rangeOverflow.trap() }
    return SequenceSource(
      elements: Consecutive(first: start, last: last), scheduler: scheduler)
  }
}

/// The integers that `range`, `timer` and `interval` count with.
public typealias RxAbstractInteger = FixedWidthInteger & Sendable

/// All integers from `first` to `last`, or none; unlike a range of the standard library it needs no stride.
private struct Consecutive<Element: RxAbstractInteger>: Swift.Sequence, Sendable {
  let first: Element?
  let last: Element

  struct Iterator: IteratorProtocol {
    var upcoming: Element?
    let last: Element

    mutating func next() -> Element? {
      guard let element = upcoming else { return nil }
      upcoming = element == last ? nil : element + 1
      return element
    }
  }

  func makeIterator() -> Iterator { Iterator(upcoming: first, last: last) }
}
