extension ObservableType {
  /// The first of `sequence` that completes: each is subscribed when the one before fails.
  /// ```
  /// a                        --1--X
  /// b                             --2--3--|
  /// catch(sequence: [a, b])  --1----2--3--|
  /// ```
  /// The error of the last one ends the sequence; without any it completes at once.
  ///
  /// Under a race: the next one is subscribed after the error of the one before, and not after a disposal.
  public static func `catch`<Sources: Swift.Sequence & Sendable>(
    sequence: Sources
  ) -> Observable<Element> where Sources.Element == Observable<Element> {
    CatchSequence(sources: sequence)
  }
}

final class CatchSequence<Element: Sendable, Sources: Swift.Sequence & Sendable>:
  Producer<Element>, @unchecked Sendable
where Sources.Element == Observable<Element> {
  // Safety: constants only.
  private let sources: Sources

  init(sources: Sources) { self.sources = sources }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = CatchSequenceSink(sources.makeIterator(), downstream)
    if let first = sink.nextSource() { sink.subscribe(to: first) } else { sink.forwardCompleted() }
    return (sink, nil)
  }
}

private final class CatchSequenceSink<Element: Sendable, Sources: IteratorProtocol>:
  SuccessionSink<Element, Element>, @unchecked Sendable
where Sources.Element == Observable<Element> {
  // Safety: `sources` is touched before the first source is subscribed and at the end of each.
  private var sources: Sources

  init(_ sources: Sources, _ downstream: Stage<Element>) {
    self.sources = sources
    super.init(downstream)
  }

  func nextSource() -> Observable<Element>? { sources.next() }

  override func successor(afterError error: any Error) -> Observable<Element>? {
    guard !isOver, let source = nextSource() else { return super.successor(afterError: error) }
    return source
  }
}
