extension ObservableType {
  /// Turns each element into a sequence and passes these on one after the other, in order.
  /// ```
  /// source                 --a--b--|
  /// a                        1-----2|
  /// b                                3--4|
  /// concatMap { $0.inner } --1-----2-3--4|
  /// ```
  /// `selector` is called as the elements arrive; its sequences wait for their turn, without a bound. It
  /// completes when the source and all sequences have; it fails as soon as one fails or `selector` throws.
  ///
  /// Under a race: events are delivered one at a time. Each sequence is subscribed once, after the completion
  /// of the one before, by the thread that completes it or the one that still subscribes it.
  public func concatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    BoundedFlatMap(source: asObservable(), runningMax: 1, selector: selector)
  }
}

final class BoundedFlatMap<Input: Sendable, Source: ObservableConvertibleType>:
  Producer<Source.Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let source: Observable<Input>
  private let runningMax: Int
  private let selector: @Sendable (Input) throws -> Source

  init(
    source: Observable<Input>, runningMax: Int,
    selector: @escaping @Sendable (Input) throws -> Source
  ) {
    self.source = source
    self.runningMax = runningMax
    self.selector = selector
  }

  override func run(
    _ downstream: Stage<Source.Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = BoundedFlatMapSink(runningMax: runningMax, selector: selector, downstream)
    return (sink, source.attach(sink))
  }
}

private final class BoundedFlatMapSink<Input: Sendable, Source: ObservableConvertibleType>:
  BoundedMergeSink<Input, Source.Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let selector: @Sendable (Input) throws -> Source

  init(
    runningMax: Int, selector: @escaping @Sendable (Input) throws -> Source,
    _ downstream: Stage<Source.Element>
  ) {
    self.selector = selector
    super.init(runningMax: runningMax, downstream)
  }

  override func next(_ element: Input) {
    if isOver { return }
    do { startOrQueue(try selector(element).asObservable()) } catch { emitError(error) }
  }

  override func error(_ error: any Error) { emitError(error) }
  override func completed() { sourceCompleted() }
}
