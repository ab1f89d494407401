/// The one answer that a task waits for, given by a subscription or by the task's cancellation.
///
/// Under a race: the first answer counts, whether the task waits already or not, and the task is resumed with
/// it exactly once. Cancelling only gives an answer: it disposes nothing and calls nobody, because the
/// runtime holds a lock of its own meanwhile. The subscription is disposed by the task, once it goes on.
///
/// Thread-safety: any thread. Nothing is called out under the lock.
final class Awaited<Value: Sendable>: @unchecked Sendable {
  // Safety: both are guarded by `lock`.
  private let lock = Lock()
  private var answer: Result<Value, any Error>?
  private var continuation: CheckedContinuation<Value, any Error>?

  /// Waits for the answer of what `subscribe` subscribes, which is called unless the task is cancelled already.
  static func value(
    _ subscribe: (Awaited<Value>) -> any Disposable
  ) async throws -> Value {
    let awaited = Awaited<Value>()
    let subscription = SingleAssignmentDisposable()
    defer { subscription.dispose() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if awaited.wait(continuation) { subscription.setDisposable(subscribe(awaited)) }
      }
    } onCancel: {
      awaited.give(.failure(CancellationError()))
    }
  }

  /// Gives an answer: the first one resumes the task, and a later one finds nobody waiting.
  func give(_ answer: Result<Value, any Error>) {
    let waiting = lock.withLock { () -> CheckedContinuation<Value, any Error>? in
      self.answer = answer
      let waiting = continuation
      continuation = nil
      return waiting
    }
    waiting?.resume(with: answer)
  }

  /// Lets the task wait. Returns false where the answer is there already, and the task goes on with it.
  private func wait(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
    let early = lock.withLock { () -> Result<Value, any Error>? in
      if answer == nil { self.continuation = continuation }
      return answer
    }
    guard let early else { return true }
    continuation.resume(with: early)
    return false
  }
}
