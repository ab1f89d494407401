extension ObservableType {
  /// Passes on at most one element for each `dueTime`: the first at once, and with `latest` the last one of the
  /// time that follows, when it is over.
  /// ```
  /// source                          --1-2-3-------4--|
  /// throttle(50 ms)                 --1----3------4--|
  /// throttle(50 ms, latest: false)  --1-----------4--|
  /// ```
  /// A completion waits for the element that waits; an error drops it.
  ///
  /// Under a race: the source and the timer are handled one at a time, so two elements are never passed on for
  /// one span of time.
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Throttle(source: asObservable(), dueTime: dueTime, latest: latest, scheduler: scheduler)
  }
}

private final class Throttle<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private let dueTime: RxTimeInterval
  private let latest: Bool
  private let scheduler: any SchedulerType

  init(
    source: Observable<Element>, dueTime: RxTimeInterval, latest: Bool,
    scheduler: any SchedulerType
  ) {
    self.source = source
    self.dueTime = dueTime
    self.latest = latest
    self.scheduler = scheduler
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = ThrottleSink(
      dueTime: dueTime, latest: latest, scheduler: scheduler, downstream)
    return (sink, source.attach(sink))
  }
}

private final class ThrottleSink<Element: Sendable>:
  TimedSink<Element, Element>, @unchecked Sendable
{
  // Safety: all variables are touched by the queue's owner only.
  private let dueTimeNanoseconds: Int
  private let latest: Bool
  private var lastSent: RxTime?
  private var waiting: Element?
  private var isCompleted = false

  init(
    dueTime: RxTimeInterval, latest: Bool, scheduler: any SchedulerType,
    _ downstream: Stage<Element>
  ) {
    dueTimeNanoseconds = dueTime.nanosecondCount
    self.latest = latest
    super.init(scheduler: scheduler, downstream)
  }

  override func sourceEmitted(_ event: Event<Element>) {
    switch event {
    case .next(let element):
      let nanosecondsLeft = self.nanosecondsLeft
      if nanosecondsLeft == 0 { return send(element) }
      guard latest else { return }
      waiting = element
      if !isTimerSet { setTimer(afterNanoseconds: nanosecondsLeft) }
    case .error(let error): forwardError(error)
    case .completed: if waiting == nil { forwardCompleted() } else { isCompleted = true }
    }
  }

  override func timerFired() {
    guard let element = waiting else { return }
    // The timer may be one that an element sent at once has overtaken.
    let nanosecondsLeft = self.nanosecondsLeft
    if nanosecondsLeft > 0 { return setTimer(afterNanoseconds: nanosecondsLeft) }
    send(element)
    if isCompleted { forwardCompleted() }
  }

  /// How long it takes until an element may be sent.
  private var nanosecondsLeft: Int {
    guard let lastSent else { return 0 }
    return max(0, dueTimeNanoseconds - scheduler.now.nanoseconds(since: lastSent))
  }

  private func send(_ element: Element) {
    waiting = nil
    forwardNext(element)
    lastSent = scheduler.now
  }
}
