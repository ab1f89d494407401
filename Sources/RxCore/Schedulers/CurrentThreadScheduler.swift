/// Does work on the thread that schedules it, one piece after the other.
///
/// The outermost piece is done at once. What it schedules is put off until it is done, and then follows in order,
/// before the outermost `schedule` returns. Thread-safety: any thread; each has its own queue.
public final class CurrentThreadScheduler: ImmediateSchedulerType, Sendable {
  /// The only one; its queues belong to the threads.
  public static let instance = CurrentThreadScheduler()

  init() {}

  /// Whether work scheduled now would be done at once, because this thread is doing none.
  public static var isScheduleRequired: Bool { Trampoline.isRunRequired }

  public func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    if Self.isScheduleRequired { return Trampoline.run { action(state) } }
    let item = ScheduledItem(state, action: action)
    Trampoline.putOff(item)
    return item
  }
}

/// Work that was put off.
private final class ScheduledItem<State: Sendable>: TrampolineItem, @unchecked Sendable {
  // Safety: constants, and a disposable that is safe by itself.
  private let state: State
  private let action: @Sendable (State) -> any Disposable
  private let result = SingleAssignmentDisposable()

  init(_ state: State, action: @escaping @Sendable (State) -> any Disposable) {
    self.state = state
    self.action = action
  }

  override func invoke() {
    if !result.isDisposed { result.setDisposable(action(state)) }
  }

  override func dispose() { result.dispose() }
}
