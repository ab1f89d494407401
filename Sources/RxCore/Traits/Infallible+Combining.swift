// How infallible sequences are joined and flattened; each does what the observable's of that name does.

extension Infallible {
  /// Turns each element into a sequence and merges them all.
  public func flatMap<Result: Sendable>(
    _ selector: @escaping @Sendable (Element) -> Infallible<Result>
  ) -> Infallible<Result> {
    Infallible<Result>(raw: source.flatMap(selector))
  }

  /// The same for the latest element only: a new one ends the sequence before.
  public func flatMapLatest<Result: Sendable>(
    _ selector: @escaping @Sendable (Element) -> Infallible<Result>
  ) -> Infallible<Result> {
    Infallible<Result>(raw: source.flatMapLatest(selector))
  }

  /// The same for elements that come while no sequence runs; others are dropped.
  public func flatMapFirst<Result: Sendable>(
    _ selector: @escaping @Sendable (Element) -> Infallible<Result>
  ) -> Infallible<Result> {
    Infallible<Result>(raw: source.flatMapFirst(selector))
  }

  /// The same, one sequence after the other.
  public func concatMap<Result: Sendable>(
    _ selector: @escaping @Sendable (Element) -> Infallible<Result>
  ) -> Infallible<Result> {
    Infallible<Result>(raw: source.concatMap(selector))
  }

  /// Continues with `second` after the completion.
  public func concat(_ second: Infallible<Element>) -> Infallible<Element> {
    Infallible(raw: source.concat(second.source))
  }

  /// One sequence after the other.
  public static func concat(_ sources: Infallible<Element>...) -> Infallible<Element> {
    Infallible(raw: .concat(sources.map(\.source)))
  }

  /// The sequences of a sequence, one after the other.
  public static func concat<Sources: Swift.Sequence & Sendable>(
    _ sources: Sources
  ) -> Infallible<Element> where Sources.Element == Infallible<Element> {
    Infallible(raw: .concat(sources.map(\.source)))
  }

  /// Emits `element` first.
  public func startWith(_ element: Element) -> Infallible<Element> {
    Infallible(raw: source.startWith(element))
  }

  /// Joins the n-th elements of all sequences.
  public static func zip<each Input: Sendable>(
    _ infallible: repeat Infallible<each Input>,
    resultSelector: @escaping @Sendable (repeat each Input) -> Element
  ) -> Infallible<Element> {
    Infallible(raw: .zip(repeat each infallible, resultSelector: resultSelector))
  }

  /// Joins the latest elements of all sequences, whenever one emits.
  public static func combineLatest<each Input: Sendable>(
    _ infallible: repeat Infallible<each Input>,
    resultSelector: @escaping @Sendable (repeat each Input) -> Element
  ) -> Infallible<Element> {
    Infallible(raw: .combineLatest(repeat each infallible, resultSelector: resultSelector))
  }

  /// The same for a collection of sequences of one type.
  public static func combineLatest<Sources: Collection, Input: Sendable>(
    _ sources: Sources, resultSelector: @escaping @Sendable ([Input]) -> Element
  ) -> Infallible<Element> where Sources.Element == Infallible<Input> {
    Infallible(raw: .combineLatest(sources, resultSelector: resultSelector))
  }

  /// The latest elements of a collection of sequences as an array, whenever one emits.
  public static func combineLatest<Sources: Collection>(
    _ sources: Sources
  ) -> Infallible<[Element]> where Sources.Element == Infallible<Element> {
    Infallible<[Element]>.combineLatest(sources) { $0 }
  }

  /// Joins each element with the latest one of `second`.
  public func withLatestFrom<Other: Sendable, Result: Sendable>(
    _ second: Infallible<Other>, resultSelector: @escaping @Sendable (Element, Other) -> Result
  ) -> Infallible<Result> {
    Infallible<Result>(raw: source.withLatestFrom(second.source, resultSelector: resultSelector))
  }

  /// The latest element of `second`, at each element.
  public func withLatestFrom<Other: Sendable>(
    _ second: Infallible<Other>
  ) -> Infallible<Other> {
    Infallible<Other>(raw: source.withLatestFrom(second.source))
  }
}
