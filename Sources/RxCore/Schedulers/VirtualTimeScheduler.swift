/// A scheduler whose time stands still until somebody moves it: work is done by `start` and `advanceTo`.
///
/// Work is done in the order of its virtual time, and in the order of scheduling where times are equal. The
/// clock shows the time of the work at hand. Nothing is done inside `schedule`.
///
/// Thread-safety: any thread may schedule, withdraw, look, and let the clock sleep. One thread at a time runs it.
open class VirtualTimeScheduler<Converter: VirtualTimeConverterType>:
  SchedulerType, CustomDebugStringConvertible, @unchecked Sendable
{
  // Safety: constants; the agenda and the clock are safe by themselves.
  private let converter: Converter
  private let agenda = VirtualTimeAgenda<VirtualTime>()
  private let state: VirtualClock<VirtualTime>

  /// A moment of this scheduler's time.
  public typealias VirtualTime = Converter.VirtualTimeUnit
  /// A span of this scheduler's time.
  public typealias VirtualTimeInterval = Converter.VirtualTimeIntervalUnit

  /// A scheduler that shows `initialClock` until it is moved.
  public init(initialClock: VirtualTime, converter: Converter) {
    self.converter = converter
    state = VirtualClock(initialClock)
  }

  /// The virtual time.
  public final var clock: VirtualTime { state.time }

  /// The virtual time in the units that every scheduler speaks.
  public final var now: RxTime { converter.convertFromVirtualTime(clock) }

  /// The clock, and how many pieces of work wait.
  open var debugDescription: String { "clock \(clock), \(agenda.count) waiting" }

  /// Puts work on the agenda for the current virtual time.
  public final func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    scheduleRelative(state, dueTime: .nanoseconds(0), action: action)
  }

  public final func scheduleRelative<State: Sendable>(
    _ state: State, dueTime: RxTimeInterval,
    action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    let span = converter.convertToVirtualTimeInterval(dueTime)
    return scheduleRelativeVirtual(state, dueTime: span, action: action)
  }

  /// Puts work on the agenda for a span of virtual time from now.
  public final func scheduleRelativeVirtual<State: Sendable>(
    _ state: State, dueTime: VirtualTimeInterval,
    action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    let time = converter.offsetVirtualTime(clock, offset: dueTime)
    return scheduleAbsoluteVirtual(state, time: time, action: action)
  }

  /// Puts work on the agenda for a moment of virtual time; one that has passed means as soon as possible.
  public final func scheduleAbsoluteVirtual<State: Sendable>(
    _ state: State, time: VirtualTime, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    let item = VirtualTimeItem(time: adjustScheduledTime(time), agenda: agenda) { action(state) }
    agenda.insert(item, isEarlier: isEarlier)
    return item
  }

  /// The moment at which work is done that was scheduled for `time`. Called from any thread.
  open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { time }

  /// Does all work, moving the clock along, until none is left or `stop` is called.
  ///
  /// Called while the clock runs it does nothing.
  public final func start() {
    guard state.beginRun() else { return }
    while state.isRunning, let item = agenda.popFirst(where: { _ in true }) { carryOut(item) }
    state.stop()
  }

  /// Does the work that is due up to and including `virtualTime`, then lets the clock show that.
  /// - Precondition: it is not in the past, and the clock is not running.
  public final func advanceTo(_ virtualTime: VirtualTime) {
    if isEarlier(virtualTime, clock) { Violation.virtualTimeInPast.trap() }
    guard state.beginRun() else { Violation.virtualTimeRunning.trap() }
    while state.isRunning,
      let item = agenda.popFirst(where: { !isEarlier(virtualTime, $0) })
    {
      carryOut(item)
    }
    state.advance(to: virtualTime, isEarlier: isEarlier)
    state.stop()
  }

  /// Moves the clock without doing any work; what is due meanwhile is late. Any thread: of several that move the clock the
  /// latest time counts.
  /// - Precondition: the span is not negative.
  public final func sleep(_ virtualInterval: VirtualTimeInterval) {
    // Looked at once: another thread may move it on.
    let before = clock
    let time = converter.offsetVirtualTime(before, offset: virtualInterval)
    if isEarlier(time, before) { Violation.virtualTimeInPast.trap() }
    state.advance(to: time, isEarlier: isEarlier)
  }

  /// Lets a running `start` or `advanceTo` return after the work at hand.
  public final func stop() { state.stop() }

  private func carryOut(_ item: VirtualTimeItem<VirtualTime>) {
    state.advance(to: item.time, isEarlier: isEarlier)
    item.invoke()
  }

  private func isEarlier(_ first: VirtualTime, _ second: VirtualTime) -> Bool {
    switch converter.compareVirtualTime(first, second) {
    case .lessThan: true
    case .equal, .greaterThan: false
    }
  }
}
