extension ObservableType {
  /// Continues with `second` when this sequence completes.
  /// ```
  /// source          --1--2--|
  /// second                  --3--|
  /// concat(second)  --1--2----3--|
  /// ```
  /// Under a race: `second` is subscribed after the completion of the first, by the thread that completes it or
  /// by the one that still subscribes it; a disposal before that keeps it from being subscribed.
  public func concat<Second: ObservableConvertibleType>(
    _ second: Second
  ) -> Observable<Element> where Second.Element == Element {
    .concat([asObservable(), second.asObservable()])
  }

  /// One sequence after the other: each is subscribed when the one before completes. An error ends them all.
  public static func concat<Sources: Swift.Sequence & Sendable>(
    _ sources: Sources
  ) -> Observable<Element> where Sources.Element == Observable<Element> {
    Concat(sources: sources)
  }

  /// The same for a list of sequences.
  public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
    Concat(sources: sources)
  }
}

private final class Concat<Element: Sendable, Sources: Swift.Sequence & Sendable>:
  Producer<Element>, @unchecked Sendable
where Sources.Element == Observable<Element> {
  // Safety: constants only.
  private let sources: Sources

  init(sources: Sources) { self.sources = sources }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = ConcatSink(sources.makeIterator(), downstream)
    if let first = sink.successorAfterCompletion() { sink.subscribe(to: first) }
    return (sink, nil)
  }
}

private final class ConcatSink<Element: Sendable, Sources: IteratorProtocol>:
  SuccessionSink<Element, Element>, @unchecked Sendable
where Sources.Element == Observable<Element> {
  // Safety: `sources` is touched before the first source is subscribed and at the end of each.
  private var sources: Sources

  init(_ sources: Sources, _ downstream: Stage<Element>) {
    self.sources = sources
    super.init(downstream)
  }

  override func successorAfterCompletion() -> Observable<Element>? {
    guard let source = sources.next() else { return super.successorAfterCompletion() }
    return source
  }
}
