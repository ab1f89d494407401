import Dispatch

/// How the dispatch queue schedulers put work on their queue.
struct DispatchQueueWork: Sendable {
  let queue: DispatchQueue
  /// How late timers may fire.
  let leeway: DispatchTimeInterval

  func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    let result = SingleAssignmentDisposable()
    queue.async {
      if !result.isDisposed { result.setDisposable(action(state)) }
    }
    return result
  }

  func scheduleRelative<State: Sendable>(
    _ state: State, dueTime: RxTimeInterval,
    action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    let result = SingleAssignmentDisposable()
    let timer = DispatchTimer(queue: queue)
    let composite = BinaryDisposable(timer, result)
    timer.start(deadline: .now() + dueTime, repeating: .never, leeway: leeway) {
      timer.dispose()
      result.setDisposable(action(state))
    }
    return composite
  }

  func schedulePeriodic<State: Sendable>(
    _ state: State, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (State) -> State
  ) -> any Disposable {
    let timer = DispatchTimer(queue: queue)
    let run = PeriodicRun(state, action: action)
    timer.start(deadline: .now() + startAfter, repeating: period, leeway: leeway) { run.next() }
    return timer
  }
}

/// The state that one periodic run hands to the next.
private final class PeriodicRun<State: Sendable>: @unchecked Sendable {
  // Safety: `state` is touched by the handler of one timer only, and a timer never overlaps its own handler.
  private var state: State
  private let action: @Sendable (State) -> State

  init(_ state: State, action: @escaping @Sendable (State) -> State) {
    self.state = state
    self.action = action
  }

  func next() { state = action(state) }
}
