import RxFuzzKit

extension Phrases {
  /// The bridges to Swift concurrency; the tasks run on the scheduler.
  static let awaited = present([
    "values": forms(
      "values",
      [
        "observable": { p, s in iterated("\(s[0]).values", p[0]) },
        "infallible": { p, s in
          iterated(
            "\(s[0]).asInfallible(onErrorJustReturn: \(RowForms.elementForErrors)).values", p[0])
        },
      ]),
    "value": forms(
      "value",
      [
        "single": { p, s in awaited("try await \(s[0]).asSingle().value", p[0]) },
        "maybe": { p, s in awaited("try await \(s[0]).asMaybe().value", p[0]) },
        "completable": { p, s in
          awaited("try await none(\(s[0]).ignoreElements().asCompletable())", p[0])
        },
      ]),
  ])

  private static func iterated(_ values: String, _ queue: Int) -> String {
    "iterated(Jobs(\(scheduler(queue)))) { \(values) }"
  }

  private static func awaited(_ value: String, _ queue: Int) -> String {
    "awaited(Jobs(\(scheduler(queue)))) { \(value) }"
  }

  /// What the phrases use.
  static let jobs = """
    /// Runs the jobs of tasks on a scheduler.
    private final class Jobs: TaskExecutor, @unchecked Sendable {
      // Safety: a scheduler may be used from any thread.
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

    /// Whom a task tells.
    private final class Told: @unchecked Sendable {
      // Safety: one task tells it one thing after the other.
      let observer: AnyObserver<Int>
      init(_ observer: AnyObserver<Int>) { self.observer = observer }
    }

    /// What a task tells of the sequence that each subscription makes.
    private func iterated<Values: AsyncSequence & Sendable>(
      _ jobs: Jobs, _ make: @escaping @Sendable () -> Values
    ) -> Observable<Int> where Values.Element == Int {
      Observable.create { observer in
        let (values, told) = (make(), Told(observer))
        let task = Task(executorPreference: jobs) {
          do {
            for try await element in values { told.observer.onNext(element) }
            told.observer.onCompleted()
          } catch { told.observer.onError(error) }
        }
        return Disposables.create { task.cancel() }
      }
    }

    /// What a task tells of a value that it waits for.
    private func awaited(
      _ jobs: Jobs, _ value: @escaping @Sendable () async throws -> Int?
    ) -> Observable<Int> {
      Observable.create { observer in
        let told = Told(observer)
        let task = Task(executorPreference: jobs) {
          do {
            if let element = try await value() { told.observer.onNext(element) }
            told.observer.onCompleted()
          } catch { told.observer.onError(error) }
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
