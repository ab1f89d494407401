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

/// Which elements of a source wait for a row.
enum GatherKeeping {
  /// Each of them, until it finds its partners.
  case all
  /// The latest, for ever.
  case latest
}

extension Gathering {
  /// Rows of several sources of different types.
  static func rows<each Source: ObservableConvertibleType>(
    of source: repeat each Source, keeping: GatherKeeping,
    hopelessElement: GatherSink<Output>.HopelessElement,
    resultSelector: @escaping @Sendable (repeat (each Source).Element) throws -> Output
  ) -> Gathering<Output> {
    @Sendable func connect(_ sink: GatherSink<Output>) {
      let columns = (repeat column(of: each source, keeping: keeping))
      repeat sink.add(each columns)
      sink.takeRow = { try resultSelector(repeat (each columns).take()) }
      repeat sink.subscribe((each source).asObservable(), to: each columns)
    }
    return Gathering(hopelessElement: hopelessElement, connect: connect)
  }

  /// Rows of sources of one type, any number of them.
  static func rows<Input: Sendable>(
    of sources: [Observable<Input>], keeping: GatherKeeping,
    hopelessElement: GatherSink<Output>.HopelessElement,
    resultSelector: @escaping @Sendable ([Input]) throws -> Output
  ) -> Gathering<Output> {
    Gathering(hopelessElement: hopelessElement) { sink in
      let columns = sources.map { column(of: $0, keeping: keeping) }
      for column in columns { sink.add(column) }
      sink.takeRow = { try resultSelector(columns.map { $0.take() }) }
      for (source, column) in Swift.zip(sources, columns) { sink.subscribe(source, to: column) }
    }
  }

  private static func column<Source: ObservableConvertibleType>(
    of source: Source, keeping: GatherKeeping
  ) -> TypedGatherColumn<Source.Element> {
    switch keeping {
    case .all: QueueColumn()
    case .latest: LatestColumn()
    }
  }
}

/// What waits for its partners.
private final class QueueColumn<Element: Sendable>: TypedGatherColumn<Element> {
  private var waiting = Fifo<Element>()

  override var isFilled: Bool { !waiting.isEmpty }
  override func put(_ element: Element) { waiting.append(element) }

  override func take() -> Element {
    guard let element = waiting.popFirst() else { Violation.abstractMethod.trap() }
    return element
  }
}

/// The latest element of a source.
private final class LatestColumn<Element: Sendable>: TypedGatherColumn<Element> {
  private var latest: Element?

  override var isFilled: Bool { latest != nil }
  override func put(_ element: Element) { latest = element }

  override func take() -> Element {
    guard let element = latest else { Violation.abstractMethod.trap() }
    return element
  }
}
