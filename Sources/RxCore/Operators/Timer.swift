extension ObservableType where Element: RxAbstractInteger {
  /// A sequence that emits 0 after `dueTime`, then counts up with every `period`; without a period it
  /// completes after the first element.
  /// ```
  /// timer(20 ms)                --0|
  /// timer(20 ms, period: 10 ms) --0-1-2-3-->
  /// ```
  /// Each subscription has a timer of its own on `scheduler`.
  ///
  /// Under a race: the timer is cancelled by `dispose`; one that fires all the same emits nothing.
  public static func timer(
    _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
  ) -> Observable<Element> {
    TimerSource(dueTime: dueTime, period: period, scheduler: scheduler)
  }
}

private final class TimerSource<Element: RxAbstractInteger>: Producer<Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let dueTime: RxTimeInterval
  private let period: RxTimeInterval?
  private let scheduler: any SchedulerType

  init(dueTime: RxTimeInterval, period: RxTimeInterval?, scheduler: any SchedulerType) {
    self.dueTime = dueTime
    self.period = period
    self.scheduler = scheduler
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = TimerSink(downstream)
    if let period {
      sink.timer = scheduler.schedulePeriodic(
        Element.zero, startAfter: dueTime, period: period
      ) { tick in
        sink.forwardNext(tick)
        return tick &+ 1
      }
    } else {
      sink.timer = scheduler.scheduleRelative(sink, dueTime: dueTime) { sink in
        sink.forwardNext(.zero)
        sink.forwardCompleted()
        return Disposables.create()
      }
    }
    return (sink, nil)
  }
}

private final class TimerSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: `timer` is written before the sink is set and taken by the one party that disposes the sink.
  var timer: (any Disposable)?

  override func disposeSink() {
    let timer = self.timer
    self.timer = nil
    timer?.dispose()
  }
}
