extension ObservableType {
  /// Accumulates all elements, beginning with `seed`, and emits the result when the source completes.
  /// ```
  /// source          --1--2--3--|
  /// reduce(0, +)    -----------(6|)
  /// ```
  /// What `accumulator` throws ends the sequence with that error.
  ///
  /// Under a race: the accumulated value belongs to one subscription, whose events never overlap.
  public func reduce<Accumulated: Sendable>(
    _ seed: Accumulated,
    accumulator: @escaping @Sendable (Accumulated, Element) throws -> Accumulated
  ) -> Observable<Accumulated> {
    reduce(seed, accumulator: accumulator, mapResult: { $0 })
  }

  /// The same, with a last transformation of the accumulated value, which may throw too.
  public func reduce<Accumulated: Sendable, Result: Sendable>(
    _ seed: Accumulated,
    accumulator: @escaping @Sendable (Accumulated, Element) throws -> Accumulated,
    mapResult: @escaping @Sendable (Accumulated) throws -> Result
  ) -> Observable<Result> {
    Reduce(source: asObservable(), seed: seed, accumulator: accumulator, mapResult: mapResult)
  }
}

private final class Reduce<Element: Sendable, Accumulated: Sendable, Result: Sendable>:
  Producer<Result>, @unchecked Sendable
{
  // Safety: constants only.
  private let source: Observable<Element>
  private let seed: Accumulated
  private let accumulator: @Sendable (Accumulated, Element) throws -> Accumulated
  private let mapResult: @Sendable (Accumulated) throws -> Result

  init(
    source: Observable<Element>, seed: Accumulated,
    accumulator: @escaping @Sendable (Accumulated, Element) throws -> Accumulated,
    mapResult: @escaping @Sendable (Accumulated) throws -> Result
  ) {
    self.source = source
    self.seed = seed
    self.accumulator = accumulator
    self.mapResult = mapResult
  }

  override func run(
    _ downstream: Stage<Result>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = ReduceSink(
      seed: seed, accumulator: accumulator, mapResult: mapResult, downstream)
    return (sink, source.attach(sink))
  }
}

private final class ReduceSink<Element: Sendable, Accumulated: Sendable, Result: Sendable>:
  Sink<Element, Result>, @unchecked Sendable
{
  // Safety: `accumulated` is touched only inside events, which never overlap.
  private var accumulated: Accumulated
  private let accumulator: @Sendable (Accumulated, Element) throws -> Accumulated
  private let mapResult: @Sendable (Accumulated) throws -> Result

  init(
    seed: Accumulated,
    accumulator: @escaping @Sendable (Accumulated, Element) throws -> Accumulated,
    mapResult: @escaping @Sendable (Accumulated) throws -> Result, _ downstream: Stage<Result>
  ) {
    accumulated = seed
    self.accumulator = accumulator
    self.mapResult = mapResult
    super.init(downstream)
  }

  override func next(_ element: Element) {
    if isOver { return }
    do { accumulated = try accumulator(accumulated, element) } catch { forwardError(error) }
  }

  override func completed() {
    if isOver { return }
    do {
      forwardNext(try mapResult(accumulated))
      forwardCompleted()
    } catch { forwardError(error) }
  }
}
