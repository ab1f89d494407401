/// Does work at once, on the thread that schedules it, before `schedule` returns.
///
/// Work that schedules work nests; `CurrentThreadScheduler` does not. Thread-safety: any thread; has no state.
public final class ImmediateScheduler: ImmediateSchedulerType, Sendable {
  /// The only one.
  public static let instance = ImmediateScheduler()

  init() {}

  public func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    action(state)
  }
}
