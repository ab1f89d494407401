extension ObservableType {
  /// Turns each element into a sequence and merges them all.
  /// ```
  /// source               --a-----b--|
  /// a                      1--2--3|
  /// b                            4--5|
  /// flatMap { $0.inner } --1--2--34-5|
  /// ```
  /// It completes when the source and all sequences have; it fails as soon as one fails or `selector` throws.
  ///
  /// Under a race: events are delivered one at a time, each sequence's own order is kept, and the completion
  /// of the last inner sequence against that of the source completes exactly once.
  public func flatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    FlatMap(source: asObservable(), selector: selector)
  }
}

private final class FlatMap<Input: Sendable, Source: ObservableConvertibleType>:
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
    let sink = FlatMapSink(selector: selector, downstream)
    return (sink, source.attach(sink))
  }
}

private final class FlatMapSink<Input: Sendable, Source: ObservableConvertibleType>:
  MergeSink<Input, Source.Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let selector: @Sendable (Input) throws -> Source

  init(
    selector: @escaping @Sendable (Input) throws -> Source, _ downstream: Stage<Source.Element>
  ) {
    self.selector = selector
    super.init(downstream)
  }

  override func next(_ element: Input) {
    if isOver { return }
    do { subscribe(to: try selector(element).asObservable()) } catch { emitError(error) }
  }

  override func error(_ error: any Error) { emitError(error) }
  override func completed() { sourceEnded() }
}
