extension ObservableType {
  /// Emits the accumulated value after each element, beginning with `seed`, which is not emitted itself.
  /// ```
  /// source        --1--2--3--|
  /// scan(0, +)    --1--3--6--|
  /// ```
  /// What `accumulator` throws ends the sequence with that error.
  ///
  /// Under a race: the accumulated value belongs to one subscription, whose events never overlap.
  public func scan<Accumulated: Sendable>(
    _ seed: Accumulated,
    accumulator: @escaping @Sendable (Accumulated, Element) throws -> Accumulated
  ) -> Observable<Accumulated> {
    scan(into: seed) { $0 = try accumulator($0, $1) }
  }

  /// The same with an accumulator that changes the value in place, which saves copying collections.
  public func scan<Accumulated: Sendable>(
    into seed: Accumulated,
    accumulator: @escaping @Sendable (inout Accumulated, Element) throws -> Void
  ) -> Observable<Accumulated> {
    Scan(source: asObservable(), seed: seed, accumulator: accumulator)
  }
}

private final class Scan<Element: Sendable, Accumulated: Sendable>:
  Producer<Accumulated>, @unchecked Sendable
{
  // Safety: constants only.
  private let source: Observable<Element>
  private let seed: Accumulated
  private let accumulator: @Sendable (inout Accumulated, Element) throws -> Void

  init(
    source: Observable<Element>, seed: Accumulated,
    accumulator: @escaping @Sendable (inout Accumulated, Element) throws -> Void
  ) {
    self.source = source
    self.seed = seed
    self.accumulator = accumulator
  }

  override func run(
    _ downstream: Stage<Accumulated>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = ScanSink(seed: seed, accumulator: accumulator, downstream)
    return (sink, source.attach(sink))
  }
}

private final class ScanSink<Element: Sendable, Accumulated: Sendable>:
  Sink<Element, Accumulated>, @unchecked Sendable
{
  // Safety: `accumulated` is touched only inside events, which never overlap.
  private var accumulated: Accumulated
  private let accumulator: @Sendable (inout Accumulated, Element) throws -> Void

  init(
    seed: Accumulated,
    accumulator: @escaping @Sendable (inout Accumulated, Element) throws -> Void,
    _ downstream: Stage<Accumulated>
  ) {
    accumulated = seed
    self.accumulator = accumulator
    super.init(downstream)
  }

  override func next(_ element: Element) {
    if isOver { return }
    do {
      try accumulator(&accumulated, element)
      forwardNext(accumulated)
    } catch { forwardError(error) }
  }
}
