extension ObservableType {
  /// Leaves out elements until `other` emits one. An error of `other` ends the sequence; its completion does not,
  /// and without an element of `other` nothing is passed on.
  /// ```
  /// source        --1--2--3--4--|
  /// other         -------x
  /// skip(until:)  --------3--4--|
  /// ```
  /// The source is subscribed first.
  ///
  /// Under a race: an element that starts after `other` has emitted is passed on, one that meets it may be.
  /// Events of the source and an error of `other` are delivered one at a time.
  public func skip<Other: ObservableType>(until other: Other) -> Observable<Element> {
    SkipUntil(source: asObservable(), other: other.asObservable())
  }
}

private final class SkipUntil<Element: Sendable, Other: Sendable>:
  Producer<Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let source: Observable<Element>
  private let other: Observable<Other>

  init(source: Observable<Element>, other: Observable<Other>) {
    self.source = source
    self.other = other
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = SkipUntilSink(downstream)
    let subscription = source.attach(sink)
    if !sink.isOver {
      let otherSink = SkipUntilOtherSink<Other, Element>(parent: sink)
      sink.other = otherSink
      otherSink.setSinkAndSubscription(other.attach(otherSink))
    }
    return (sink, subscription)
  }
}

private final class SkipUntilSink<Element: Sendable>:
  SerialSink<Element, Element>, @unchecked Sendable
{
  // Safety: `other` is written before the sink is set and taken by the one party that disposes the sink. The
  // gate is safe by itself.
  var other: SinkDisposer?
  let gate = Gate()

  override func next(_ element: Element) {
    if gate.isOpen, !isOver { emitNext(element) }
  }

  override func error(_ error: any Error) { emitError(error) }
  override func completed() { emitCompleted() }

  override func disposeSink() {
    let other = self.other
    self.other = nil
    other?.dispose()
    super.disposeSink()
  }
}

/// The entrance of the sequence that opens the other one.
private final class SkipUntilOtherSink<Other: Sendable, Element: Sendable>:
  Stage<Other>, @unchecked Sendable
{
  // Safety: constants only.
  private let parent: SkipUntilSink<Element>

  init(parent: SkipUntilSink<Element>) { self.parent = parent }

  override func next(_ element: Other) {
    guard claimEnd() else { return }
    parent.gate.open()
    dispose()
  }

  override func error(_ error: any Error) {
    guard claimEnd() else { return }
    parent.emitError(error)
    dispose()
  }

  override func completed() {
    if claimEnd() { dispose() }
  }
}
