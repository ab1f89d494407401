/// A part of a sequence whose subscribers keep the whole sequence subscribed.
///
/// Each subscription borrows from a `RefCountDisposable`, which disposes the whole when its own subscriber
/// is gone and everything lent is back.
final class LentSource<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private let whole: RefCountDisposable

  init(source: Observable<Element>, whole: RefCountDisposable) {
    self.source = source
    self.whole = whole
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    // Borrowed before it is subscribed, so that the whole cannot be disposed in between.
    let sink = LentSourceSink(loan: whole.retain(), downstream)
    return (sink, source.attach(sink))
  }
}

private final class LentSourceSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: `loan` is taken by the one party that disposes the sink.
  private var loan: (any Disposable)?

  init(loan: any Disposable, _ downstream: Stage<Element>) {
    self.loan = loan
    super.init(downstream)
  }

  override func next(_ element: Element) { forwardNext(element) }

  override func disposeSink() {
    let loan = self.loan
    self.loan = nil
    loan?.dispose()
  }
}

/// A sink that passes everything on: the end of a subscription to the whole, while parts of it live on behind it.
final class PassingSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: adds no state.
  override func next(_ element: Element) { forwardNext(element) }
}
