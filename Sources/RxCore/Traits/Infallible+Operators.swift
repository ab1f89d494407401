// Operators that cannot make a sequence fail; each does what the observable's of that name does.

extension Infallible {
  /// Transforms each element.
  public func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> Infallible<Result> {
    Infallible<Result>(raw: source.map(transform))
  }

  /// Passes on the elements that fulfil `predicate`.
  public func filter(
    _ predicate: @escaping @Sendable (Element) -> Bool
  ) -> Infallible<Element> {
    Infallible(raw: source.filter(predicate))
  }

  /// Emits the accumulated value after each element, beginning with `seed`, which is not emitted itself.
  public func scan<Accumulated: Sendable>(
    _ seed: Accumulated, accumulator: @escaping @Sendable (Accumulated, Element) -> Accumulated
  ) -> Infallible<Accumulated> {
    Infallible<Accumulated>(raw: source.scan(seed, accumulator: accumulator))
  }

  /// Passes on the first `count` elements and completes with the last of them.
  public func take(_ count: Int) -> Infallible<Element> { Infallible(raw: source.take(count)) }

  /// Leaves out the first `count` elements.
  public func skip(_ count: Int) -> Infallible<Element> { Infallible(raw: source.skip(count)) }

  /// Calls closures beside a sequence's events, subscription and disposal.
  public func `do`(
    onNext: (@Sendable (Element) -> Void)? = nil, afterNext: (@Sendable (Element) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil, afterCompleted: (@Sendable () -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Infallible<Element> {
    Infallible(
      raw: source.do(
        onNext: onNext, afterNext: afterNext, onCompleted: onCompleted,
        afterCompleted: afterCompleted, onSubscribe: onSubscribe, onSubscribed: onSubscribed,
        onDispose: onDispose))
  }

  /// Merges sequences: every element of each, as it comes; complete when all are.
  public static func merge(_ sources: Infallible<Element>...) -> Infallible<Element> {
    merge(sources)
  }

  /// The same for a list of sequences.
  public static func merge(_ sources: [Infallible<Element>]) -> Infallible<Element> {
    Infallible(raw: .merge(sources.map(\.source)))
  }

  /// Delivers the events on a scheduler.
  public func observe(on scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
    Infallible(raw: source.observe(on: scheduler))
  }

  /// Subscribes and disposes on a scheduler.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
    Infallible(raw: source.subscribe(on: scheduler))
  }

  /// Shares one subscription among all subscribers; see `ObservableType.share`.
  public func share(
    replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected
  ) -> Infallible<Element> {
    Infallible(raw: source.share(replay: replay, scope: scope))
  }
}

extension PublishRelay {
  /// The relay's elements as a sequence that cannot fail.
  public func asInfallible() -> Infallible<Element> { Infallible(raw: asObservable()) }
}

extension BehaviorRelay {
  /// The relay's elements as a sequence that cannot fail.
  public func asInfallible() -> Infallible<Element> { Infallible(raw: asObservable()) }
}

extension ReplayRelay {
  /// The relay's elements as a sequence that cannot fail.
  public func asInfallible() -> Infallible<Element> { Infallible(raw: asObservable()) }
}
