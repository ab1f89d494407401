import Dispatch

/// A span of time.
public typealias RxTimeInterval = DispatchTimeInterval
/// A moment on the monotonic clock. (RxSwift uses `Date` here, which would need Foundation.)
public typealias RxTime = DispatchTime

/// A scheduler that has a clock.
public protocol SchedulerType: ImmediateSchedulerType {
  /// The scheduler's time.
  var now: RxTime { get }

  /// Does `action` with `state` after `dueTime`. Disposing the result withdraws it, or disposes what it returned.
  func scheduleRelative<State: Sendable>(
    _ state: State, dueTime: RxTimeInterval,
    action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable

  /// Does `action` after `startAfter` and then with every `period`, each time with the state that the last one
  /// returned. Runs never overlap. Disposing the result ends it: a run that has not begun does not begin.
  func schedulePeriodic<State: Sendable>(
    _ state: State, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (State) -> State
  ) -> any Disposable
}

extension SchedulerType {
  /// Built on `scheduleRelative`, one run after the other.
  public func schedulePeriodic<State: Sendable>(
    _ state: State, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (State) -> State
  ) -> any Disposable {
    let slot = SerialDisposable()
    scheduleRun(state, dueTime: startAfter, period: period, slot: slot, action: action)
    return slot
  }

  private func scheduleRun<State: Sendable>(
    _ state: State, dueTime: RxTimeInterval, period: RxTimeInterval, slot: SerialDisposable,
    action: @escaping @Sendable (State) -> State
  ) {
    let pending = SingleAssignmentDisposable()
    slot.disposable = pending
    let work = scheduleRelative(state, dueTime: dueTime) { state in
      if !slot.isDisposed {
        scheduleRun(action(state), dueTime: period, period: period, slot: slot, action: action)
      }
      return Disposables.create()
    }
    pending.setDisposable(work)
  }
}
