extension ObservableType where Element: ObservableConvertibleType {
  /// Passes on the latest of the observables that this sequence emits, and leaves the one before.
  /// ```
  /// source          a-----b--|
  /// a               1--2--x
  /// b                     3--4|
  /// switchLatest()  1--2--3--4|
  /// ```
  /// It completes when the source and its latest observable have; it fails when one of them fails.
  ///
  /// Under a race: events are delivered one at a time. What an earlier observable emits after the source has
  /// returned from emitting a later one is not delivered. The completion of the latest against that of the
  /// source completes exactly once.
  public func switchLatest() -> Observable<Element.Element> {
    SwitchMap(source: asObservable(), selector: { $0 })
  }
}

final class SwitchMap<Input: Sendable, Source: ObservableConvertibleType>:
  Producer<Source.Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let source: Observable<Input>
  private let selector: @Sendable (Input) throws -> Source

  init(source: Observable<Input>, selector: @escaping @Sendable (Input) throws -> Source) {
    self.source = source
    self.selector = selector
  }

  override func run(
    _ downstream: Stage<Source.Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = SwitchSink(selector: selector, downstream)
    return (sink, source.attach(sink))
  }
}

private final class SwitchSink<Input: Sendable, Source: ObservableConvertibleType>:
  MeetingSink<Input, Source.Element>, @unchecked Sendable
{
  // Safety: `drawn` is touched by the source's events only, `latest`, `isLatestRunning` and `isSourceDone` by
  // the owner; the slot is safe by itself.
  private let selector: @Sendable (Input) throws -> Source
  private let slot = SerialDisposable()
  private var drawn = 0
  private var latest = 0
  private var isLatestRunning = false
  private var isSourceDone = false

  init(
    selector: @escaping @Sendable (Input) throws -> Source, _ downstream: Stage<Source.Element>
  ) {
    self.selector = selector
    super.init(downstream)
  }

  override func next(_ element: Input) {
    if isOver { return }
    do { change(to: try selector(element).asObservable()) } catch {
      perform { [self] in forwardError(error) }
    }
  }

  override func error(_ error: any Error) { perform { [self] in forwardError(error) } }

  override func completed() {
    perform { [self] in
      isSourceDone = true
      if !isLatestRunning { forwardCompleted() }
    }
  }

  override func disposeSink() {
    slot.dispose()
    super.disposeSink()
  }

  private func change(to source: Observable<Source.Element>) {
    drawn += 1
    let inner = SwitchInnerSink(parent: self, number: drawn)
    // Said before it is subscribed: its events come after this in the queue, and those of others are stale.
    if tryEnter() {
      begin(inner.number)
      leave()
    } else {
      putOff { [self] in begin(inner.number) }
    }
    slot.disposable = inner
    inner.setSinkAndSubscription(source.subscribeStage(inner))
  }

  private func begin(_ number: Int) {
    latest = number
    isLatestRunning = true
  }

  fileprivate func innerNext(_ element: Source.Element, of number: Int) {
    if tryEnter() {
      if number == latest { forwardNext(element) }
      leave()
    } else {
      putOff { [self] in if number == latest { forwardNext(element) } }
    }
  }

  fileprivate func innerError(_ error: any Error, of number: Int) {
    perform { [self] in if number == latest { forwardError(error) } }
  }

  fileprivate func innerCompleted(_ number: Int) {
    perform { [self] in
      guard number == latest else { return }
      isLatestRunning = false
      if isSourceDone { forwardCompleted() }
    }
  }
}

/// One observable's entrance; its number says whether it is still the latest.
private final class SwitchInnerSink<Input: Sendable, Source: ObservableConvertibleType>:
  Stage<Source.Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let parent: SwitchSink<Input, Source>
  let number: Int

  init(parent: SwitchSink<Input, Source>, number: Int) {
    self.parent = parent
    self.number = number
  }

  override func next(_ element: Source.Element) {
    if !isOver { parent.innerNext(element, of: number) }
  }

  override func error(_ error: any Error) {
    guard claimEnd() else { return }
    parent.innerError(error, of: number)
    dispose()
  }

  override func completed() {
    guard claimEnd() else { return }
    parent.innerCompleted(number)
    dispose()
  }
}
