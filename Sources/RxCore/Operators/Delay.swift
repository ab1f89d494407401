extension ObservableType {
  /// Passes elements and the completion on after `dueTime`.
  /// ```
  /// source        --1--2--|
  /// delay(20 ms)  ----1--2--|
  /// ```
  /// The order and the spans between elements are kept. An error is passed on at once, and drops what waits.
  ///
  /// Under a race: the source and the timer are handled one at a time; after `dispose` nothing that waits is
  /// passed on.
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Delay(source: asObservable(), dueTime: dueTime, scheduler: scheduler)
  }
}

private final class Delay<Element: Sendable>: Producer<Element>, @unchecked Sendable {
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
    let sink = DelaySink(dueTime: dueTime, scheduler: scheduler, downstream)
    return (sink, source.attach(sink))
  }
}

private final class DelaySink<Element: Sendable>: TimedSink<Element, Element>, @unchecked Sendable {
  // Safety: `waiting` is touched by the queue's owner only.
  private struct Waiting {
    let due: RxTime
    /// The element, or nil for the completion.
    let element: Element?
  }

  private let dueTimeNanoseconds: Int
  private var waiting = Fifo<Waiting>()

  init(dueTime: RxTimeInterval, scheduler: any SchedulerType, _ downstream: Stage<Element>) {
    dueTimeNanoseconds = dueTime.nanosecondCount
    super.init(scheduler: scheduler, downstream)
  }

  override func sourceEmitted(_ event: Event<Element>) {
    switch event {
    case .next(let element): wait(element)
    case .error(let error): forwardError(error)
    case .completed: wait(nil)
    }
  }

  override func timerFired() {
    while !isOver, let next = waiting.first {
      let nanosecondsLeft = next.due.nanoseconds(since: scheduler.now)
      if nanosecondsLeft > 0 { return setTimer(afterNanoseconds: nanosecondsLeft) }
      _ = waiting.popFirst()
      if let element = next.element { forwardNext(element) } else { forwardCompleted() }
    }
  }

  private func wait(_ element: Element?) {
    let due = scheduler.now.advanced(byNanoseconds: dueTimeNanoseconds)
    waiting.append(Waiting(due: due, element: element))
    if !isTimerSet { setTimer(afterNanoseconds: dueTimeNanoseconds) }
  }
}
