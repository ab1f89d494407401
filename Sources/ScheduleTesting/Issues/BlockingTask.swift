import Dispatch
import ScheduleKit
import Synchronization

/// Runs an asynchronous body where its caller cannot suspend.
enum BlockingTask {
  /// Runs `body` and what it asks of actors on the calling thread, which waits where the body does. Nothing of it is a point of
  /// choice, and sleep takes its time.
  static func run<Value>(_ body: @escaping () async -> Value) -> Value {
    let left = SchedulePoint.leave()
    defer { SchedulePoint.reenter(left) }
    let work = Work(body)
    let executor = BlockingExecutor()
    Task(executorPreference: executor) {
      await work.run()
      executor.end()
    }
    executor.run()
    guard let value = work.value else { preconditionFailure("the task has ended") }
    return value
  }

  private final class Work<Value>: @unchecked Sendable {
    // Safety: used by the task, and by the thread that waits for it once that has ended.
    private let body: () async -> Value
    private(set) var value: Value?

    init(_ body: @escaping () async -> Value) { self.body = body }

    func run() async { value = await body() }
  }
}

/// The jobs of one task, from any thread, run by the one that waits.
private final class BlockingExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let isDone = Atomic(false)
  private let comes = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    comes.signal()
  }

  func end() {
    isDone.store(true, ordering: .releasing)
    comes.signal()
  }

  func run() {
    while !isDone.load(ordering: .acquiring) {
      comes.wait()
      let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      job?.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
