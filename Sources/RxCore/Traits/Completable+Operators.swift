// What follows a completable, and how several are joined.

extension PrimitiveSequence where Trait == CompletableTrait, Element == Swift.Never {
  /// Continues with `second` after the completion; an error ends it before.
  /// ```
  /// completable      ---|
  /// second              --(1|)
  /// andThen(second)  -----(1|)
  /// ```
  public func andThen<Result: Sendable>(_ second: Single<Result>) -> Single<Result> {
    Single<Result>(raw: followed(by: second.source))
  }

  /// Continues with `second` after the completion; an error ends it before.
  public func andThen<Result: Sendable>(_ second: Maybe<Result>) -> Maybe<Result> {
    Maybe<Result>(raw: followed(by: second.source))
  }

  /// Continues with `second` after the completion; an error ends it before.
  public func andThen(_ second: Completable) -> Completable {
    Completable(raw: followed(by: second.source))
  }

  /// Continues with `second` after the completion; an error ends it before.
  public func andThen<Result: Sendable>(_ second: Observable<Result>) -> Observable<Result> {
    followed(by: second)
  }

  /// Continues with `second` after the completion; an error ends it before.
  public func concat(_ second: Completable) -> Completable { andThen(second) }

  /// One completable after the other; an error ends them all.
  public static func concat<Sources: Swift.Sequence & Sendable>(
    _ sources: Sources
  ) -> Completable where Sources.Element == Completable {
    Completable(raw: .concat(sources.map(\.source)))
  }

  /// One completable after the other; an error ends them all.
  public static func concat(_ sources: Completable...) -> Completable { concat(sources) }

  /// All completables at once: complete when all are, failed as soon as one is.
  public static func zip(_ sources: Completable...) -> Completable { zip(sources) }

  /// All completables at once: complete when all are, failed as soon as one is.
  public static func zip<Sources: Collection>(_ sources: Sources) -> Completable
  where Sources.Element == Completable {
    Completable(raw: .merge(sources.map(\.source)))
  }

  private func followed<Result: Sendable>(by second: Observable<Result>) -> Observable<Result> {
    source.map { (never: Swift.Never) -> Result in }.concat(second)
  }
}
