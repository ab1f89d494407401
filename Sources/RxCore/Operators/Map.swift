extension ObservableType {
  /// Transforms each element. What `transform` throws ends the sequence with that error.
  /// ```
  /// source        --1--2--3--|
  /// map { $0*10 } --10-20-30-|
  /// ```
  /// Under a race: `transform` is never called for an element that starts after `dispose` returned.
  public func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) throws -> Result
  ) -> Observable<Result> {
    Map(source: asObservable(), transform: transform)
  }
}

private final class Map<Input: Sendable, Output: Sendable>: Producer<Output>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Input>
  // Kept, because looking up a generic class at run time costs more than making an object of it.
  private let sinkType = MapSink<Input, Output>.self
  private let transform: @Sendable (Input) throws -> Output

  init(source: Observable<Input>, transform: @escaping @Sendable (Input) throws -> Output) {
    self.source = source
    self.transform = transform
  }

  override func run(
    _ downstream: Stage<Output>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = sinkType.init(transform: transform, downstream)
    return (sink, source.attach(sink))
  }
}

private class MapSink<Input: Sendable, Output: Sendable>:
  Sink<Input, Output>, @unchecked Sendable
{
  // Safety: constants only.
  private let transform: @Sendable (Input) throws -> Output

  required init(
    transform: @escaping @Sendable (Input) throws -> Output, _ downstream: Stage<Output>
  ) {
    self.transform = transform
    super.init(downstream)
  }

  override func next(_ element: Input) {
    if isOver { return }
    do { forwardNext(try transform(element)) } catch { forwardError(error) }
  }
}
