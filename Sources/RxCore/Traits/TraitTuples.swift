// Sequences joined into tuples of their elements; otherwise as with a `resultSelector`.

extension PrimitiveSequence where Trait == SingleTrait, Element == any Sendable {
  /// Joins the elements of all singles; fails as soon as one does.
  public static func zip<each Input: Sendable>(
    _ single: repeat PrimitiveSequence<SingleTrait, each Input>
  ) -> Single<(repeat each Input)> {
    Single<(repeat each Input)>(raw: Observable<any Sendable>.zip(repeat each single))
  }
}

extension PrimitiveSequence where Trait == MaybeTrait, Element == any Sendable {
  /// Joins the elements of all maybes; empty where one is, failed as soon as one is.
  public static func zip<each Input: Sendable>(
    _ maybe: repeat PrimitiveSequence<MaybeTrait, each Input>
  ) -> Maybe<(repeat each Input)> {
    Maybe<(repeat each Input)>(raw: Observable<any Sendable>.zip(repeat each maybe))
  }
}

extension Infallible where Element == any Sendable {
  /// Joins the n-th elements of all sequences.
  public static func zip<each Input: Sendable>(
    _ infallible: repeat Infallible<each Input>
  ) -> Infallible<(repeat each Input)> {
    Infallible<(repeat each Input)>(raw: Observable<any Sendable>.zip(repeat each infallible))
  }

  /// Joins the latest elements of all sequences, whenever one emits.
  public static func combineLatest<each Input: Sendable>(
    _ infallible: repeat Infallible<each Input>
  ) -> Infallible<(repeat each Input)> {
    Infallible<(repeat each Input)>(
      raw: Observable<any Sendable>.combineLatest(repeat each infallible))
  }
}
