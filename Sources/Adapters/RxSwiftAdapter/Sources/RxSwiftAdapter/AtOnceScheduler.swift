@preconcurrency import RxSwift

/// Does everything at once. The current thread's scheduler would put an element off that is sent while it is being subscribed, and an
/// error of another thread, which needs no scheduler, could overtake it.
struct AtOnceScheduler: ImmediateSchedulerType {
  func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable)
    -> any Disposable
  {
    action(state)
  }
}
