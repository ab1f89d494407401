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

  /// The same with a value that the closure changes in place.
  public func scan<Accumulated: Sendable>(
    into seed: Accumulated, accumulator: @escaping @Sendable (inout Accumulated, Element) -> Void
  ) -> Infallible<Accumulated> {
    Infallible<Accumulated>(raw: source.scan(into: seed, accumulator: accumulator))
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

  /// Writes a line for each thing that happens; see `ObservableType.debug`.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file,
    line: UInt = #line, function: String = #function
  ) -> Infallible<Element> {
    Infallible(
      raw: source.debug(
        identifier, trimOutput: trimOutput, file: file, line: line, function: function))
  }

  /// Hands each element to `resultSelector` together with an object that the sequence does not retain; the first
  /// element after the object is gone completes the sequence.
  public func withUnretained<Object: AnyObject & Sendable, Result: Sendable>(
    _ object: Object, resultSelector: @escaping @Sendable (Object, Element) -> Result
  ) -> Infallible<Result> {
    Infallible<Result>(raw: source.withUnretained(object, resultSelector: resultSelector))
  }

  /// Pairs each element with an object that the sequence does not retain.
  public func withUnretained<Object: AnyObject & Sendable>(
    _ object: Object
  ) -> Infallible<(Object, Element)> {
    withUnretained(object) { ($0, $1) }
  }

  /// Merges sequences: every element of each, as it comes; complete when all are.
  public static func merge(_ sources: Infallible<Element>...) -> Infallible<Element> {
    merge(sources)
  }

  /// The same for a collection of sequences.
  public static func merge<Sources: Collection>(
    _ sources: Sources
  ) -> Infallible<Element> where Sources.Element == Infallible<Element> {
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
