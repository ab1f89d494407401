import ScheduleKit

/// A Swift task whose jobs run where they are asked for, and not on threads of the system's choice: Swift Testing finds the
/// test to which a thread belongs by the values of its task, and a task takes on those of who made it.
///
/// Where a thread is controlled, only the body is: what the runtime does for the task itself is no point of choice.
/// Thread-safety: made by one thread, run by one thread later.
final class InlineTask: @unchecked Sendable {
  // Safety: `executor` is filled before the task is handed over, and then used by the thread that runs it, as `left` is.
  private let executor = InlineExecutor()
  /// Kept, so that the task is freed with this value and not while others are at work.
  private var task: Task<Void, Never>?
  private var left: UnsafeMutableRawPointer?

  /// Makes a task that will run `body`, which must not wait for anybody.
  init(_ body: @escaping () -> Void) {
    let part = Part(body: body)
    start { [unowned self] in
      SchedulePoint.reenter(left)
      part.body()
      left = SchedulePoint.leave()
    }
  }

  /// The same with a body that only ever waits for itself.
  init(asynchronous body: @escaping @Sendable () async -> Void) { start(body) }

  /// Runs it to its end on the calling thread. To be called once.
  func run() {
    left = SchedulePoint.leave()
    executor.run()
    SchedulePoint.reenter(left)
  }

  private func start(_ body: @escaping @Sendable () async -> Void) {
    // Not one of the tasks that the code under test makes.
    let left = SchedulePoint.leave()
    task = Task(executorPreference: executor) { [executor] in
      await body()
      executor.isDone = true
    }
    SchedulePoint.reenter(left)
  }

  private struct Part: @unchecked Sendable {
    // Safety: run once, by the thread that runs the task.
    let body: () -> Void
  }
}

/// The jobs of one task, run by one thread.
private final class InlineExecutor: TaskExecutor, @unchecked Sendable {
  // Safety: filled by the thread that makes the task, then used by the one that runs it.
  private var jobs: [UnownedJob] = []
  var isDone = false

  func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

  func run() {
    while !isDone {
      precondition(!jobs.isEmpty, "an inline task waits for nobody")
      jobs.removeFirst().runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
