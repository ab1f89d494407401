/// An observable that gathers rows from several sources; see `GatherSink`.
final class Gathering<Output: Sendable>: Producer<Output>, @unchecked Sendable {
  // Safety: constants only.
  private let hopelessElement: GatherSink<Output>.HopelessElement
  private let connect: @Sendable (GatherSink<Output>) -> Void

  /// - Parameter connect: adds all columns to the sink, sets how rows are made, and then subscribes the sources.
  init(
    hopelessElement: GatherSink<Output>.HopelessElement,
    connect: @escaping @Sendable (GatherSink<Output>) -> Void
  ) {
    self.hopelessElement = hopelessElement
    self.connect = connect
  }

  override func run(
    _ downstream: Stage<Output>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = GatherSink(hopelessElement: hopelessElement, downstream)
    connect(sink)
    sink.completeIfEmpty()
    return (sink, nil)
  }
}

/// What waits for its partners.
final class QueueColumn<Element: Sendable>: TypedGatherColumn<Element> {
  private var waiting = Fifo<Element>()

  override var isFilled: Bool { !waiting.isEmpty }
  override func put(_ element: Element) { waiting.append(element) }

  override func take() -> Element {
    guard let element = waiting.popFirst() else { Violation.abstractMethod.trap() }
    return element
  }
}

/// The latest element of a source.
final class LatestColumn<Element: Sendable>: TypedGatherColumn<Element> {
  private var latest: Element?

  override var isFilled: Bool { latest != nil }
  override func put(_ element: Element) { latest = element }

  override func take() -> Element {
    guard let element = latest else { Violation.abstractMethod.trap() }
    return element
  }
}
