extension ObservableType {
  /// Turns an element into a sequence and passes that on; elements that arrive before its end are dropped.
  /// ```
  /// source                    --a--b-----c--|
  /// a                           1--2--|
  /// c                                    5--6|
  /// flatMapFirst { $0.inner } --1--2-----5--6|
  /// ```
  /// It completes when the source and the last sequence have; it fails as soon as one fails or `selector`
  /// throws, which is not called for dropped elements.
  ///
  /// Under a race: events are delivered one at a time. An element that arrives while the end of the sequence
  /// before is under way is either dropped or taken; two sequences never run at once.
  public func flatMapFirst<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    FlatMapFirst(source: asObservable(), selector: selector)
  }
}

private final class FlatMapFirst<Input: Sendable, Source: ObservableConvertibleType>:
  Producer<Source.Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let source: Observable<Input>
  private let selector: @Sendable (Input) throws -> Source

  init(source: Observable<Input>, selector: @escaping @Sendable (Input) throws -> Source) {
    self.source = source
    self.selector = selector
  }

  override func run(
    _ downstream: Stage<Source.Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = FlatMapFirstSink(selector: selector, downstream)
    return (sink, source.attach(sink))
  }
}

private final class FlatMapFirstSink<Input: Sendable, Source: ObservableConvertibleType>:
  BoundedMergeSink<Input, Source.Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let selector: @Sendable (Input) throws -> Source

  init(
    selector: @escaping @Sendable (Input) throws -> Source, _ downstream: Stage<Source.Element>
  ) {
    self.selector = selector
    super.init(runningMax: 1, downstream)
  }

  override func next(_ element: Input) {
    guard !isOver, tryReserve() else { return }
    do { start(try selector(element).asObservable()) } catch { emitError(error) }
  }

  override func error(_ error: any Error) { emitError(error) }
  override func completed() { sourceCompleted() }
}
