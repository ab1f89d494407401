import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

extension Bindings {
  /// The bridges to Swift concurrency that this version has on this platform. The task is the adapter's: it runs on the queue.
  static let awaited: [String: OperatorBinding] = {
    var table: [String: OperatorBinding] = [:]
    #if !canImport(RxSwift) || RXSWIFT_VALUES && RXSWIFT_VERSION6
      table["values"] = forms(
        "values",
        [
          "observable": { _, p, s in iterated(on: p[0]) { s[0].values } },
          "infallible": { _, p, s in iterated(on: p[0]) { safe(s[0]).values } },
        ])
    #endif
    #if !canImport(RxSwift) || RXSWIFT_AWAITED_TRAITS && RXSWIFT_VERSION6
      table["value"] = forms(
        "value",
        [
          "single": { _, p, s in iterated(on: p[0]) { OneValue { try await s[0].asSingle().value } }
          },
          "maybe": { _, p, s in iterated(on: p[0]) { OneValue { try await s[0].asMaybe().value } }
          },
          "completable": { _, p, s in
            iterated(on: p[0]) {
              OneValue {
                try await without(s[0]).value
                return nil
              }
            }
          },
        ])
    #endif
    return table
  }()

  /// What a task tells of the sequence that each subscription makes; who disposes cancels the task.
  static func iterated<Values: AsyncSequence & Sendable>(
    on queue: Int, _ make: @escaping @Sendable () -> Values
  ) -> Observable<Int> where Values.Element == Int {
    Observable.create { observer in
      let values = make()
      let task = Task(executorPreference: Iteration.executors[queue]) {
        do {
          for try await element in values { observer.onNext(element) }
          observer.onCompleted()
        } catch { observer.onError(error) }
      }
      return Disposables.create { task.cancel() }
    }
  }
}

/// One value that is waited for, or none, as a sequence.
private struct OneValue: AsyncSequence, Sendable {
  let value: @Sendable () async throws -> Int?

  struct AsyncIterator: AsyncIteratorProtocol {
    var value: (@Sendable () async throws -> Int?)?

    mutating func next() async throws -> Int? {
      guard let value else { return nil }
      self.value = nil
      return try await value()
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(value: value) }
}
