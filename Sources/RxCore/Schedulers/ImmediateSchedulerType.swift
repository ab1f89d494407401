/// Something that does work, now or as soon as it can.
public protocol ImmediateSchedulerType: Sendable {
  /// Does `action` with `state`. Disposing the result withdraws the work, or disposes what it returned.
  func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable
}
