import Dispatch

/// A timer on a dispatch queue, whose disposal cancels it.
///
/// Under a race: a timer that fires although `dispose` has returned calls nothing. The handler is released
/// once the cancellation has gone through the queue. Thread-safety: any thread; `start` once.
final class DispatchTimer: DisposeBase, Cancelable, @unchecked Sendable {
  // Safety: a dispatch source is safe to use from any thread, and the flag is atomic.
  private let source: any DispatchSourceTimer
  private let flag = DisposalFlag()

  /// A timer that was not started yet; it must be, for the system forbids to release one that was not.
  init(queue: DispatchQueue) { source = DispatchSource.makeTimerSource(queue: queue) }

  var isDisposed: Bool { flag.isDisposed }

  func start(
    deadline: DispatchTime, repeating: DispatchTimeInterval, leeway: DispatchTimeInterval,
    handler: @escaping @Sendable () -> Void
  ) {
    source.schedule(deadline: deadline, repeating: repeating, leeway: leeway)
    source.setEventHandler {
      if !self.isDisposed { handler() }
    }
    source.resume()
  }

  override func dispose() {
    if flag.dispose() { source.cancel() }
  }
}
