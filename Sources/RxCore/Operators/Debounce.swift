extension ObservableType {
  /// Passes an element on when `dueTime` has gone by without another one.
  /// ```
  /// source             --1-2-------3--------|
  /// debounce(30 ms)    -------2-------3-----|
  /// ```
  /// When the source completes, the element that waits is passed on first; an error drops it.
  ///
  /// Under a race: the source and the timer are handled one at a time. An element that comes when the timer has
  /// already fired, but before that was handled, replaces the one that waits.
  public func debounce(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Debounce(source: asObservable(), dueTime: dueTime, scheduler: scheduler)
  }
}

private final class Debounce<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType

  init(source: Observable<Element>, dueTime: RxTimeInterval, scheduler: any SchedulerType) {
    self.source = source
    self.dueTime = dueTime
    self.scheduler = scheduler
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = DebounceSink(dueTime: dueTime, scheduler: scheduler, downstream)
    return (sink, source.attach(sink))
  }
}

private final class DebounceSink<Element: Sendable>:
  TimedSink<Element, Element>, @unchecked Sendable
{
  // Safety: `waiting` and `deadline` are touched by the queue's owner only.
  private let dueTimeNanoseconds: Int
  private var waiting: Element?
  private var deadline: RxTime

  init(dueTime: RxTimeInterval, scheduler: any SchedulerType, _ downstream: Stage<Element>) {
    dueTimeNanoseconds = dueTime.nanosecondCount
    deadline = scheduler.now
    super.init(scheduler: scheduler, downstream)
  }

  override func sourceEmitted(_ event: Event<Element>) {
    switch event {
    case .next(let element):
      waiting = element
      deadline = scheduler.now.advanced(byNanoseconds: dueTimeNanoseconds)
      // A timer that runs already finds the new deadline and is set again.
      if !isTimerSet { setTimer(afterNanoseconds: dueTimeNanoseconds) }
    case .error(let error): forwardError(error)
    case .completed:
      if let element = waiting { forwardNext(element) }
      forwardCompleted()
    }
  }

  override func timerFired() {
    guard let element = waiting else { return }
    let nanosecondsLeft = deadline.nanoseconds(since: scheduler.now)
    if nanosecondsLeft > 0 { return setTimer(afterNanoseconds: nanosecondsLeft) }
    waiting = nil
    forwardNext(element)
  }
}
