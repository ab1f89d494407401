/// The timer of the window or buffer that is being filled.
final class WindowClock: DisposeBase, @unchecked Sendable {
  // Safety: constants, and a slot that is safe by itself.
  private let timeSpan: RxTimeInterval
  private let scheduler: any SchedulerType
  private let slot = SerialDisposable()

  init(timeSpan: RxTimeInterval, scheduler: any SchedulerType) {
    self.timeSpan = timeSpan
    self.scheduler = scheduler
  }

  /// Calls `expired` with `number` after the time span, unless it is started again or disposed before.
  func start(_ number: Int, expired: @escaping @Sendable (Int) -> Void) {
    // Put in its place before it is scheduled: what expires at once may start the next one.
    let pending = SingleAssignmentDisposable()
    slot.disposable = pending
    pending.setDisposable(
      scheduler.scheduleRelative(number, dueTime: timeSpan) { number in
        expired(number)
        return Disposables.create()
      })
  }

  override func dispose() { slot.dispose() }
}
