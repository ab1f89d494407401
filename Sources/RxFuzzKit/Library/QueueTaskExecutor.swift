import Dispatch

/// Runs the jobs of tasks as pieces of work of one dispatch queue: for tasks that an adapter begins inside a graph, with
/// `Task(executorPreference:)`, so that the engine knows where they deliver and when they are done.
///
/// Thread-safety: any thread.
public final class QueueTaskExecutor: TaskExecutor {
  private let queue: DispatchQueue

  /// - Parameter queue: serial, so that the jobs of all tasks come one after the other.
  public init(queue: DispatchQueue) { self.queue = queue }

  /// Lets the job run on the queue, behind what waits there. O(1).
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

extension Iteration {
  /// The executors of `queues`, by the same numbers.
  public static let executors = queues.map { QueueTaskExecutor(queue: $0) }
}
