extension ObservableType where Element: ObservableConvertibleType {
  /// Merges the observables that this sequence emits: subscribes to each as it comes.
  /// ```
  /// a           1--2--|
  /// b              --3--4--|
  /// source      a--b--|
  /// merge()     1--2--3--4--|
  /// ```
  /// It completes when the source and all its observables have; it fails as soon as one fails.
  ///
  /// Under a race: events are delivered one at a time, each observable's own order is kept, and the completion of
  /// the last inner sequence against that of the source completes exactly once.
  public func merge() -> Observable<Element.Element> { MergeObservables(source: asObservable()) }
}

private final class MergeObservables<Source: ObservableConvertibleType>:
  Producer<Source.Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let source: Observable<Source>

  init(source: Observable<Source>) { self.source = source }

  override func run(
    _ downstream: Stage<Source.Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = MergeObservablesSink<Source>(downstream)
    return (sink, source.attach(sink))
  }
}

private final class MergeObservablesSink<Source: ObservableConvertibleType>:
  MergeSink<Source, Source.Element>, @unchecked Sendable
{
  // Safety: adds no state.
  override func next(_ source: Source) {
    if !isOver { subscribe(to: source.asObservable()) }
  }

  override func error(_ error: any Error) { emitError(error) }
  override func completed() { sourceEnded() }
}
