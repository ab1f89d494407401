extension ObservableType {
  /// Merges sources: every element of each, as it comes; complete when all are, failed as soon as one is.
  /// ```
  /// a         --1-----3--|
  /// b         ----2---------4--|
  /// merge     --1-2---3-----4--|
  /// ```
  /// Under a race: events of several sources are delivered one at a time. A source that finds another
  /// delivering leaves its event to that one and returns. Each source's own order is kept. An error drops what is
  /// queued behind it and disposes all other sources.
  public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    Merge(sources: sources)
  }

  /// The same for a list of sources.
  public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
    Merge(sources: sources)
  }

  /// The same for a collection of sources.
  public static func merge<Sources: Collection>(_ sources: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    Merge(sources: Array(sources))
  }
}

private final class Merge<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let sources: [Observable<Element>]

  init(sources: [Observable<Element>]) { self.sources = sources }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = MergeSink<Element, Element>(downstream)
    if sources.isEmpty { sink.sourceEnded() }
    for index in sources.indices {
      if sink.isOver { break }
      sink.subscribe(to: sources[index], isLast: index == sources.count - 1)
    }
    return (sink, nil)
  }
}
