import Dispatch

/// Does work on the main queue; at once if it is scheduled there, whatever else waits.
///
/// For `subscribe(on:)`. Where order matters, as for `observe(on:)`, use `MainScheduler`. Thread-safety: any thread.
public final class ConcurrentMainScheduler: SchedulerType, Sendable {
  /// The only one.
  public static let instance = ConcurrentMainScheduler()

  private let work = DispatchQueueWork(queue: .main, leeway: .nanoseconds(0))

  init() {}

  public var now: RxTime { .now() }

  public func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    MainQueue.isCurrent ? action(state) : work.schedule(state, action: action)
  }

  public func scheduleRelative<State: Sendable>(
    _ state: State, dueTime: RxTimeInterval,
    action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    work.scheduleRelative(state, dueTime: dueTime, action: action)
  }

  public func schedulePeriodic<State: Sendable>(
    _ state: State, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (State) -> State
  ) -> any Disposable {
    work.schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
  }
}
