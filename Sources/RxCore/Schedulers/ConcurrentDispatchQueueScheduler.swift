import Dispatch

/// Does work on a dispatch queue that may be concurrent.
///
/// Pieces of work may overlap; those of one periodic schedule do not. Thread-safety: any thread.
public final class ConcurrentDispatchQueueScheduler: SchedulerType, Sendable {
  private let work: DispatchQueueWork

  public var now: RxTime { .now() }

  /// A scheduler on `queue`.
  /// - `leeway`: how late timers may fire.
  public init(queue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    work = DispatchQueueWork(queue: queue, leeway: leeway)
  }

  /// A scheduler on a new concurrent queue of this quality of service.
  public convenience init(qos: DispatchQoS, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    self.init(
      queue: DispatchQueue(
        label: "rx.dispatch_queue.concurrent.\(qos.qosClass)", qos: qos, attributes: .concurrent),
      leeway: leeway)
  }

  public func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    work.schedule(state, action: action)
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
