// Operators that lead from a single to another trait, or join singles.

extension PrimitiveSequence where Trait == SingleTrait {
  /// Transforms the element, or drops it where `transform` returns nil.
  public func compactMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) throws -> Result?
  ) -> Maybe<Result> {
    Maybe<Result>(raw: source.compactMap(transform))
  }

  /// Continues with the single that `selector` makes of the element.
  public func flatMap<Result: Sendable>(
    _ selector: @escaping @Sendable (Element) throws -> Single<Result>
  ) -> Single<Result> {
    Single<Result>(raw: source.flatMap(selector))
  }

  /// Continues with the maybe that `selector` makes of the element.
  public func flatMapMaybe<Result: Sendable>(
    _ selector: @escaping @Sendable (Element) throws -> Maybe<Result>
  ) -> Maybe<Result> {
    Maybe<Result>(raw: source.flatMap(selector))
  }

  /// Continues with the completable that `selector` makes of the element.
  public func flatMapCompletable(
    _ selector: @escaping @Sendable (Element) throws -> Completable
  ) -> Completable {
    Completable(raw: source.flatMap(selector))
  }

  /// Succeeds with `element` instead of failing.
  public func catchAndReturn(_ element: Element) -> Single<Element> {
    Single(raw: source.catchAndReturn(element))
  }

  /// The end alone.
  public func asCompletable() -> Completable { Completable(raw: source.ignoreElements()) }

  /// Joins the elements of all singles; fails as soon as one does.
  public static func zip<each Input: Sendable>(
    _ single: repeat PrimitiveSequence<SingleTrait, each Input>,
    resultSelector: @escaping @Sendable (repeat each Input) throws -> Element
  ) -> Single<Element> {
    Single(raw: .zip(repeat each single, resultSelector: resultSelector))
  }

  /// Joins the elements of all singles, in their order; fails as soon as one does.
  public static func zip<Singles: Collection, Input: Sendable>(
    _ singles: Singles, resultSelector: @escaping @Sendable ([Input]) throws -> Element
  ) -> Single<Element> where Singles.Element == PrimitiveSequence<SingleTrait, Input> {
    // A zip of nothing says nothing, but a single has to.
    if singles.isEmpty { return .deferred { .just(try resultSelector([])) } }
    return Single(raw: .zip(singles, resultSelector: resultSelector))
  }

  /// The elements of all singles, in their order; fails as soon as one does.
  public static func zip<Singles: Collection>(
    _ singles: Singles
  ) -> Single<[Element]> where Singles.Element == PrimitiveSequence<SingleTrait, Element> {
    Single<[Element]>.zip(singles) { $0 }
  }
}
