extension ObservableType {
  /// Passes on elements until `other` emits one, and completes then. An error of `other` ends it too; its
  /// completion does not.
  /// ```
  /// source       --1--2--3--4--|
  /// other        --------x
  /// take(until:) --1--2--|
  /// ```
  /// `other` is subscribed first; if it emits at once, the source is not subscribed.
  ///
  /// Under a race: events of the source and the end by `other` are delivered one at a time; an element that
  /// starts after `other` has ended the sequence is not delivered.
  public func take<Other: ObservableType>(until other: Other) -> Observable<Element> {
    TakeUntil(source: asObservable(), other: other.asObservable())
  }
}

private final class TakeUntil<Element: Sendable, Other: Sendable>:
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
    let sink = TakeUntilSink(downstream)
    sink.subscribe(toOther: other)
    return (sink, sink.isOver ? nil : source.attach(sink))
  }
}

private final class TakeUntilSink<Element: Sendable>: UntilSink<Element>, @unchecked Sendable {
  // Safety: adds no state.
  override func next(_ element: Element) {
    if !isOver { emitNext(element) }
  }

  override func otherEmitted() {
    emitCompleted()
  }
}
