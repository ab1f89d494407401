extension ObservableType {
  /// Writes a line to `Hooks.debugOutput` at subscription, at each event and at the disposal.
  /// ```
  /// source  --1--|
  /// debug   --1--|    "... -> subscribed", "... -> Event next(1)", "... -> Event completed", "... -> isDisposed"
  /// ```
  /// - `identifier`: names the lines; by default the place of the call.
  /// - `trimOutput`: shortens long elements.
  ///
  /// Under a race: the line of an event is written before the event is passed on; lines of different threads may
  /// be in another order than the events.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file,
    line: UInt = #line, function: String = #function
  ) -> Observable<Element> {
    let name = identifier ?? "\(file.split(separator: "/").last ?? ""):\(line) (\(function))"
    return Debug(source: asObservable(), name: name, isTrimmed: trimOutput)
  }
}

private final class Debug<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private let name: String
  private let isTrimmed: Bool

  init(source: Observable<Element>, name: String, isTrimmed: Bool) {
    self.source = source
    self.name = name
    self.isTrimmed = isTrimmed
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = DebugSink(name: name, isTrimmed: isTrimmed, downstream)
    sink.write("subscribed")
    return (sink, source.attach(sink))
  }
}

private final class DebugSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: constants only.
  private let name: String
  private let isTrimmed: Bool
  private let output = Hooks.debugOutput

  private static var charactersMax: Int { 40 }

  init(name: String, isTrimmed: Bool, _ downstream: Stage<Element>) {
    self.name = name
    self.isTrimmed = isTrimmed
    super.init(downstream)
  }

  func write(_ text: String) { output("\(WallClock.now()): \(name) -> \(text)") }

  override func next(_ element: Element) {
    if isOver { return }
    write("Event next(\(trimmed("\(element)")))")
    forwardNext(element)
  }

  override func error(_ error: any Error) {
    if isOver { return }
    write("Event error(\(error))")
    forwardError(error)
  }

  override func completed() {
    if isOver { return }
    write("Event completed")
    forwardCompleted()
  }

  override func disposeSink() { write("isDisposed") }

  private func trimmed(_ text: String) -> String {
    guard isTrimmed, text.count > Self.charactersMax else { return text }
    return "\(text.prefix(Self.charactersMax / 2))...\(text.suffix(Self.charactersMax / 2))"
  }
}
