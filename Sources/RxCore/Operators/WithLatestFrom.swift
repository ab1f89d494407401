extension ObservableType {
  /// Combines each element with the latest one of `second`; those that come before its first are dropped.
  /// ```
  /// source                   --1-----2-----3--|
  /// second                   -----x-----y--|
  /// withLatestFrom(second)   --------2x----3y-|
  /// ```
  /// `second` is subscribed first. Its completion leaves its latest element in place; its error, and what
  /// `resultSelector` throws, end the sequence. It completes with the source.
  ///
  /// Under a race: events of both are taken one at a time.
  public func withLatestFrom<Second: ObservableConvertibleType, Result: Sendable>(
    _ second: Second,
    resultSelector: @escaping @Sendable (Element, Second.Element) throws -> Result
  ) -> Observable<Result> {
    WithLatestFrom(
      source: asObservable(), second: second.asObservable(), resultSelector: resultSelector)
  }

  /// Emits the latest element of `second` at each element of the source.
  public func withLatestFrom<Second: ObservableConvertibleType>(
    _ second: Second
  ) -> Observable<Second.Element> {
    withLatestFrom(second) { $1 }
  }
}

private final class WithLatestFrom<First: Sendable, Second: Sendable, Result: Sendable>:
  Producer<Result>, @unchecked Sendable
{
  // Safety: constants only.
  private let source: Observable<First>
  private let second: Observable<Second>
  private let resultSelector: @Sendable (First, Second) throws -> Result

  init(
    source: Observable<First>, second: Observable<Second>,
    resultSelector: @escaping @Sendable (First, Second) throws -> Result
  ) {
    self.source = source
    self.second = second
    self.resultSelector = resultSelector
  }

  override func run(
    _ downstream: Stage<Result>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = WithLatestFromSink(resultSelector: resultSelector, downstream)
    let secondSink = WithLatestFromSecondSink(parent: sink)
    sink.second = secondSink
    secondSink.setSinkAndSubscription(second.attach(secondSink))
    return (sink, sink.isOver ? nil : source.attach(sink))
  }
}

private final class WithLatestFromSink<First: Sendable, Second: Sendable, Result: Sendable>:
  MeetingSink<First, Result>, @unchecked Sendable
{
  // Safety: `latest` is touched by the owner only; `second` is written before the sink is set and taken by the
  // one party that disposes the sink.
  private let resultSelector: @Sendable (First, Second) throws -> Result
  private var latest: Second?
  var second: SinkDisposer?

  init(
    resultSelector: @escaping @Sendable (First, Second) throws -> Result,
    _ downstream: Stage<Result>
  ) {
    self.resultSelector = resultSelector
    super.init(downstream)
  }

  override func next(_ element: First) {
    if isOver { return }
    if tryEnter() {
      combine(element)
      leave()
    } else {
      putOff { [self] in combine(element) }
    }
  }

  override func error(_ error: any Error) { perform { [self] in forwardError(error) } }
  override func completed() { perform { [self] in forwardCompleted() } }

  override func disposeSink() {
    let second = self.second
    self.second = nil
    second?.dispose()
    super.disposeSink()
  }

  func keep(_ element: Second) {
    if tryEnter() {
      latest = element
      leave()
    } else {
      putOff { [self] in latest = element }
    }
  }

  private func combine(_ element: First) {
    guard !isOver, let latest else { return }
    do { forwardNext(try resultSelector(element, latest)) } catch { forwardError(error) }
  }
}

/// The second sequence's entrance.
private final class WithLatestFromSecondSink<First: Sendable, Second: Sendable, Result: Sendable>:
  Stage<Second>, @unchecked Sendable
{
  // Safety: constants only.
  private let parent: WithLatestFromSink<First, Second, Result>

  init(parent: WithLatestFromSink<First, Second, Result>) { self.parent = parent }

  override func next(_ element: Second) {
    if !isOver { parent.keep(element) }
  }

  override func error(_ error: any Error) {
    // With the whole, this sequence is released, too.
    guard claimEnd() else { return }
    parent.perform { [self] in parent.forwardError(error) }
  }

  override func completed() {
    if claimEnd() { dispose() }
  }
}
