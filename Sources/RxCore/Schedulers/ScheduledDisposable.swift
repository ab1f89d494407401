/// Disposes another disposable on a scheduler.
///
/// Under a race of several disposals the work is scheduled once. Thread-safety: any thread.
public final class ScheduledDisposable: DisposeBase, Cancelable, @unchecked Sendable {
  /// Where the other disposable is disposed.
  public let scheduler: any ImmediateSchedulerType

  // Safety: `disposable` is taken by the one caller that raised the flag.
  private let flag = DisposalFlag()
  private var disposable: (any Disposable)?

  public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
    self.scheduler = scheduler
    self.disposable = disposable
  }

  /// Whether the disposal was asked for; the scheduler may not have come to it yet.
  public var isDisposed: Bool { flag.isDisposed }

  override public func dispose() {
    guard flag.dispose(), let disposable = self.disposable else { return }
    self.disposable = nil
    _ = scheduler.schedule(disposable) { disposable in
      disposable.dispose()
      return Disposables.create()
    }
  }
}
