extension ImmediateSchedulerType {
  /// Does `action` with `state`, and again with every state that it hands to `recurse`.
  ///
  /// `recurse` schedules and returns; it may be called several times, later, and from any thread. Disposing the
  /// result withdraws all work that has not begun, and what is handed to `recurse` after that is dropped. Whether
  /// the stack grows is the scheduler's affair: `ImmediateScheduler` nests, all others do not.
  ///
  /// Under a race of `recurse` with the disposal, the work is either withdrawn or was under way before.
  public func scheduleRecursive<State: Sendable>(
    _ state: State,
    action:
      @escaping @Sendable (_ state: State, _ recurse: @escaping @Sendable (State) -> Void) -> Void
  ) -> any Disposable {
    let work = RecursiveWork(scheduler: self, action: action)
    work.schedule(state)
    return work
  }
}

/// The pieces of work that one recursion has scheduled, and the disposable that withdraws them.
private final class RecursiveWork<State: Sendable>: DisposeBase, @unchecked Sendable {
  // Safety: constants, and a group that is safe by itself.
  private let scheduler: any ImmediateSchedulerType
  private let action: @Sendable (State, @escaping @Sendable (State) -> Void) -> Void
  private let group = SubscriptionGroup()
  private let isOver = Gate()

  init(
    scheduler: any ImmediateSchedulerType,
    action: @escaping @Sendable (State, @escaping @Sendable (State) -> Void) -> Void
  ) {
    self.scheduler = scheduler
    self.action = action
  }

  func schedule(_ state: State) {
    let pending = SingleAssignmentDisposable()
    guard let place = group.insert(pending) else { return }
    let scheduled = scheduler.schedule(state) { [self] state in
      // It has begun; nobody needs to withdraw it any more.
      group.remove(at: place)
      if !isOver.isOpen { action(state) { self.schedule($0) } }
      return Disposables.create()
    }
    pending.setDisposable(scheduled)
  }

  override func dispose() {
    isOver.open()
    group.dispose()
  }
}
