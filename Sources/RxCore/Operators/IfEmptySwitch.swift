extension ObservableType {
  /// Continues with `other` where the source completes without an element.
  /// ```
  /// source               -----|           --1--|
  /// other                --8--9--|
  /// ifEmpty(switchTo:)   -------8--9--|   --1--|
  /// ```
  /// Under a race: disposed while it turns to `other`, it releases whichever of the two is subscribed.
  public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
    IfEmptySwitch(source: asObservable(), other: other)
  }
}

private final class IfEmptySwitch<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private let other: Observable<Element>

  init(source: Observable<Element>, other: Observable<Element>) {
    self.source = source
    self.other = other
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = IfEmptySwitchSink(other: other, downstream)
    return (sink, source.attach(sink))
  }
}

private final class IfEmptySwitchSink<Element: Sendable>:
  Sink<Element, Element>, @unchecked Sendable
{
  // Safety: `isEmpty` is touched only inside events, which never overlap. The relay is safe by itself.
  private let other: Observable<Element>
  private let relay: RelaySink<Element>
  private var isEmpty = true

  init(other: Observable<Element>, _ downstream: Stage<Element>) {
    self.other = other
    relay = RelaySink(downstream)
    super.init(downstream)
  }

  override func next(_ element: Element) {
    isEmpty = false
    forwardNext(element)
  }

  override func completed() {
    guard isEmpty else { return forwardCompleted() }
    // From here on `other` is the source; the relay stands for it, and is disposed with this sink.
    relay.setSinkAndSubscription(relay.isOver ? nil : other.subscribeStage(relay))
  }

  override func disposeSink() { relay.dispose() }
}
