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
    if !sink.isOver { sink.subscribe(toOther: other) }
    return (sink, subscription)
  }
}

private final class SkipUntilSink<Element: Sendable>: UntilSink<Element>, @unchecked Sendable {
  // Safety: the gate is safe by itself.
  private let gate = Gate()

  override func next(_ element: Element) {
    if gate.isOpen, !isOver { emitNext(element) }
  }

  override func otherEmitted() {
    gate.open()
  }
}
