// Operators that lead from a maybe to another trait, or join maybes.

extension PrimitiveSequence where Trait == MaybeTrait {
  /// Transforms the element, or drops it where `transform` returns nil.
  public func compactMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) throws -> Result?
  ) -> Maybe<Result> {
    Maybe<Result>(raw: source.compactMap(transform))
  }

  /// Continues with the maybe that `selector` makes of the element.
  public func flatMap<Result: Sendable>(
    _ selector: @escaping @Sendable (Element) throws -> Maybe<Result>
  ) -> Maybe<Result> {
    Maybe<Result>(raw: source.flatMap(selector))
  }

  /// Succeeds with `default` where there is no element.
  public func ifEmpty(default: Element) -> Single<Element> {
    Single(raw: source.ifEmpty(default: `default`))
  }

  /// Continues with `other` where there is no element.
  public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
    Maybe(raw: source.ifEmpty(switchTo: other.source))
  }

  /// Continues with `other` where there is no element.
  public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
    Single(raw: source.ifEmpty(switchTo: other.source))
  }

  /// Succeeds with `element` instead of failing.
  public func catchAndReturn(_ element: Element) -> Maybe<Element> {
    Maybe(raw: source.catchAndReturn(element))
  }

  /// The end alone.
  public func asCompletable() -> Completable { Completable(raw: source.ignoreElements()) }

  /// Joins the elements of all maybes; empty where one is, failed as soon as one is.
  public static func zip<each Input: Sendable>(
    _ maybe: repeat PrimitiveSequence<MaybeTrait, each Input>,
    resultSelector: @escaping @Sendable (repeat each Input) throws -> Element
  ) -> Maybe<Element> {
    Maybe(raw: .zip(repeat each maybe, resultSelector: resultSelector))
  }
}
