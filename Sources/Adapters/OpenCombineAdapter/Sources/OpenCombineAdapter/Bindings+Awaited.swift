@preconcurrency import OpenCombine
import RxFuzzKit

extension Bindings {
  /// The bridge to Swift concurrency, which came with 0.13. The task is the adapter's: it runs on the queue.
  ///
  /// It asks for one element at a time, so that a buffer keeps what a feed sends meanwhile.
  static let awaited: [String: OperatorBinding] = {
    #if HAS_VALUES
      ["values": forms("values", valuesForms)].compactMapValues { $0 }
    #else
      [:]
    #endif
  }()

  #if HAS_VALUES
    private static let valuesForms: [String: FormBuild] = [
      "observable": { _, p, s in iterated(on: p[0]) { buffered(s[0]).values } },
      "infallible": { _, p, s in
        let element = Token.make(payload: RowForms.elementForErrors, emission: 0)
        return iterated(on: p[0]) { buffered(s[0].replaceError(with: element)).values }
      },
    ]

    private static func buffered<Source: Publisher>(
      _ source: Source
    ) -> Publishers.Buffer<Source> {
      source.buffer(size: .max, prefetch: .keepFull, whenFull: .dropOldest)
    }

    /// What a task tells of the sequence that each subscription makes; who cancels cancels the task.
    private static func iterated<Values: AsyncSequence>(
      on queue: Int, _ make: @escaping @Sendable () -> Values
    ) -> PublisherBox where Values.Element == Int {
      PublisherBox(
        BridgePublisher { subject in
          let iterator = TaskOwned(make().makeAsyncIterator())
          let task = Task(executorPreference: Iteration.executors[queue]) {
            do {
              while let element = try await iterator.value.next() { subject.send(element) }
              subject.send(completion: .finished)
            } catch let error as FuzzError {
              subject.send(completion: .failure(error))
            } catch { subject.send(completion: .failure(FuzzError(code: FuzzError.codeOfOthers))) }
          }
          return AnyCancellable { task.cancel() }
        })
    }
  #endif
}

/// What is handed to a task, which alone uses it from then on.
private final class TaskOwned<Value>: @unchecked Sendable {
  // Safety: whoever made it hands it to one task before the task begins, and never looks at it again.
  var value: Value
  init(_ value: Value) { self.value = value }
}
