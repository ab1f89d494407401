/// What a sink with one source and one timer has to handle.
enum TimedSignal<Element: Sendable>: Sendable {
  case event(Event<Element>)
  /// The timer has fired.
  case due
}

/// A sink in which a source meets a timer: the events of both are handled one at a time.
///
/// It has at most one timer. An operator whose deadline moves with every element lets the timer run and sets it
/// again when it fires too early, which costs far less than a timer for each element.
class TimedSink<Input: Sendable, Output: Sendable>:
  SignalSink<TimedSignal<Input>, Input, Output>, @unchecked Sendable
{
  // Safety: `isTimerSet` is touched before the source is subscribed, and by the owner of the queue after that. The
  // slot is safe by itself.
  final let scheduler: any SchedulerType
  private final let timer = SerialDisposable()
  /// Whether the timer was set and has not fired.
  private(set) final var isTimerSet = false

  init(scheduler: any SchedulerType, _ downstream: Stage<Output>) {
    self.scheduler = scheduler
    super.init(downstream)
  }

  /// Does what the timer is for.
  func timerFired() { Violation.abstractMethod.trap() }

  /// Does what an event of the source asks for.
  func sourceEmitted(_ event: Event<Input>) { Violation.abstractMethod.trap() }

  /// Lets `due` arrive after a span of time.
  final func setTimer(afterNanoseconds nanoseconds: Int) {
    isTimerSet = true
    // Put in its place before it is scheduled: what fires at once may set the next one.
    let pending = SingleAssignmentDisposable()
    timer.disposable = pending
    pending.setDisposable(
      scheduler.scheduleRelative(self, dueTime: .nanoseconds(nanoseconds)) { sink in
        sink.receive(.due)
        return Disposables.create()
      })
  }

  override final func next(_ element: Input) { receive(.event(.next(element))) }
  override final func error(_ error: any Error) { receive(.event(.error(error))) }
  override final func completed() { receive(.event(.completed)) }

  override final func handle(_ signal: TimedSignal<Input>) {
    switch signal {
    case .event(let event): sourceEmitted(event)
    case .due:
      isTimerSet = false
      timerFired()
    }
  }

  /// Cancels the timer and releases what waits. Overriding methods call this one.
  override func disposeSink() {
    timer.dispose()
    super.disposeSink()
  }
}
