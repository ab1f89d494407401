extension ObservableType {
  /// Passes on what the source emits within `duration`, and completes then.
  /// ```
  /// source            --1--2--3--4--|
  /// take(for: 70 ms)  --1--2-|
  /// ```
  /// Under a race: the end by the clock and the source's events are delivered one at a time; an element that
  /// starts after that end is not delivered.
  public func take(
    for duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    TakeFor(source: asObservable(), duration: duration, scheduler: scheduler)
  }
}

private final class TakeFor<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private let duration: RxTimeInterval
  private let scheduler: any SchedulerType

  init(source: Observable<Element>, duration: RxTimeInterval, scheduler: any SchedulerType) {
    self.source = source
    self.duration = duration
    self.scheduler = scheduler
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = TakeForSink(downstream)
    sink.timer = scheduler.scheduleRelative(sink, dueTime: duration) { sink in
      sink.emitCompleted()
      return Disposables.create()
    }
    return (sink, sink.isOver ? nil : source.attach(sink))
  }
}

private final class TakeForSink<Element: Sendable>: SerialSink<Element, Element>,
  @unchecked Sendable
{
  // Safety: `timer` is written before the sink is set and taken by the one party that disposes the sink.
  var timer: (any Disposable)?

  override func next(_ element: Element) {
    if !isOver { emitNext(element) }
  }

  override func error(_ error: any Error) { emitError(error) }
  override func completed() { emitCompleted() }

  override func disposeSink() {
    let timer = self.timer
    self.timer = nil
    timer?.dispose()
    super.disposeSink()
  }
}
