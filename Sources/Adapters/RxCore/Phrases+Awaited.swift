import RxFuzzKit

extension Phrases {
  /// The bridges to Swift concurrency; the tasks run on the scheduler.
  static let awaited = present([
    "values": forms(
      "values",
      [
        "observable": { p, s in iterated("\(s[0]).values", p[0]) },
        "infallible": { p, s in iterated("\(safe(s[0])).values", p[0]) },
      ]),
    "value": forms(
      "value",
      [
        "single": { p, s in value("try await \(s[0]).asSingle().value", p[0]) },
        "maybe": { p, s in value("try await \(s[0]).asMaybe().value", p[0]) },
        "completable": { p, s in value("try await none(\(without(s[0])))", p[0]) },
      ]),
    "asyncSequence": { p, s in iterated("\(s[0]).values", p[0]) },
  ])

  private static func iterated(_ values: String, _ queue: Int) -> String {
    "Observable.deferred { \(values).asObservable(executor: Jobs(\(scheduler(queue)))) }"
  }

  private static func value(_ value: String, _ queue: Int) -> String {
    "awaited(Jobs(\(scheduler(queue)))) { \(value) }"
  }

  /// What the phrases use.
  static let jobs = """
    /// Runs the jobs of tasks on a scheduler.
    private final class Jobs: TaskExecutor {
      private let scheduler: SerialDispatchQueueScheduler
      init(_ scheduler: SerialDispatchQueueScheduler) { self.scheduler = scheduler }

      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        _ = scheduler.schedule(()) { [self] _ in
          job.runSynchronously(on: asUnownedTaskExecutor())
          return Disposables.create()
        }
      }
    }

    /// What a task tells of a value that it waits for.
    private func awaited(
      _ jobs: Jobs, _ value: @escaping @Sendable () async throws -> Int?
    ) -> Observable<Int> {
      Observable.create { observer in
        let task = Task(executorPreference: jobs) {
          do {
            if let element = try await value() { observer.onNext(element) }
            observer.onCompleted()
          } catch { observer.onError(error) }
        }
        return Disposables.create { task.cancel() }
      }
    }

    private func none(_ completable: Completable) async throws -> Int? {
      try await completable.value
      return nil
    }
    """
}
