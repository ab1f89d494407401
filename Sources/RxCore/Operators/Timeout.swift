extension ObservableType {
  /// Fails with `RxError.timeout` if `dueTime` goes by without an event.
  /// ```
  /// source          --1--2---------3--|
  /// timeout(50 ms)  --1--2-----X
  /// ```
  /// The time counts from the subscription, and anew from each element.
  ///
  /// Under a race: the source and the timer are handled one at a time. An element that comes before the time has
  /// run out counts, even if the timer fires while it is being delivered.
  public func timeout(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Timeout(
      source: asObservable(), dueTime: dueTime, other: .error(RxError.timeout),
      scheduler: scheduler)
  }

  /// Continues with `other` if `dueTime` goes by without an event; the source is released then.
  public func timeout<Other: ObservableConvertibleType>(
    _ dueTime: RxTimeInterval, other: Other, scheduler: any SchedulerType
  ) -> Observable<Element> where Other.Element == Element {
    Timeout(
      source: asObservable(), dueTime: dueTime, other: other.asObservable(), scheduler: scheduler)
  }
}

private final class Timeout<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private let dueTime: RxTimeInterval
  private let other: Observable<Element>
  private let scheduler: any SchedulerType

  init(
    source: Observable<Element>, dueTime: RxTimeInterval, other: Observable<Element>,
    scheduler: any SchedulerType
  ) {
    self.source = source
    self.dueTime = dueTime
    self.other = other
    self.scheduler = scheduler
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = TimeoutSink(dueTime: dueTime, other: other, scheduler: scheduler, downstream)
    sink.start()
    if !sink.source.isDisposed, let subscription = source.attach(sink) {
      sink.source.setDisposable(subscription)
    }
    return (sink, sink.source)
  }
}

private final class TimeoutSink<Element: Sendable>:
  TimedSink<Element, Element>, @unchecked Sendable
{
  // Safety: `lastEvent` and `isReplaced` are written before the timer is started, and touched by the queue's owner
  // only after that. The slot and the relay are safe by themselves.
  let source = SingleAssignmentDisposable()
  private let dueTimeNanoseconds: Int
  private let other: Observable<Element>
  private let relay: RelaySink<Element>
  private var lastEvent: RxTime
  private var isReplaced = false

  init(
    dueTime: RxTimeInterval, other: Observable<Element>, scheduler: any SchedulerType,
    _ downstream: Stage<Element>
  ) {
    dueTimeNanoseconds = dueTime.nanosecondCount
    self.other = other
    relay = RelaySink(downstream)
    lastEvent = scheduler.now
    super.init(scheduler: scheduler, downstream)
  }

  func start() { setTimer(afterNanoseconds: dueTimeNanoseconds) }

  override func sourceEmitted(_ event: Event<Element>) {
    if isReplaced { return }
    switch event {
    case .next(let element):
      forwardNext(element)
      lastEvent = scheduler.now
    case .error(let error): forwardError(error)
    case .completed: forwardCompleted()
    }
  }

  override func timerFired() {
    let nanosecondsLeft =
      dueTimeNanoseconds - scheduler.now.nanoseconds(since: lastEvent)
    if nanosecondsLeft > 0 { return setTimer(afterNanoseconds: nanosecondsLeft) }
    isReplaced = true
    source.dispose()
    // From here on only the relay forwards. It is disposed with this sink.
    relay.setSinkAndSubscription(relay.isOver ? nil : other.subscribeStage(relay))
  }

  override func disposeSink() {
    relay.dispose()
    super.disposeSink()
  }
}
