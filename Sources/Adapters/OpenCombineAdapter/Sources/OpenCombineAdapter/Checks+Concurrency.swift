#if HAS_VALUES
  import Foundation
  @preconcurrency import OpenCombine
  import RxFuzzKit

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A publisher that a task iterates, or a future whose value it awaits: elements in their order, the end as it was, and an
  /// end for a task that is cancelled.
  final class ValuesRun: LibraryCheckRun, @unchecked Sendable {
    // Safety: constants; a promise may be kept from any thread.
    static let ways = 2 * Source.allCases.count
    enum Source: CaseIterable { case elements, failing, failingLater, future, failingFuture }

    private static let elements = [1, 2, 3]
    private static let secondsMax = 10.0
    private let source: Source
    private let isCancelled: Bool
    private let subject = PassthroughSubject<Int, FuzzError>()
    private let future: Future<Int, FuzzError>
    private let keep: Future<Int, FuzzError>.Promise
    private let seen = AwaitedEvents()
    private let task: Task<Void, Never>

    init(_ way: Int) {
      source = Source.allCases[(way - 1) / 2]
      isCancelled = way.isMultiple(of: 2)
      var promise: Future<Int, FuzzError>.Promise?
      let future = Future<Int, FuzzError> { promise = $0 }
      self.future = future
      keep = promise ?? { _ in }
      let publisher = Self.publisher(source, subject)
      task = Task { [seen] in
        do {
          if let publisher {
            for try await element in publisher.values { seen.element(element) }
          } else {
            seen.element(try await future.value)
          }
          seen.end("end")
        } catch { seen.end(error is FuzzError ? "error" : "other error") }
      }
    }

    private static func publisher(
      _ source: Source, _ subject: PassthroughSubject<Int, FuzzError>
    ) -> AnyPublisher<Int, FuzzError>? {
      let elements = Publishers.Sequence<[Int], FuzzError>(sequence: Self.elements)
      switch source {
      case .elements: return AnyPublisher(elements)
      case .failing: return AnyPublisher(Fail(error: FuzzError(code: 1)))
      case .failingLater: return AnyPublisher(elements.append(subject))
      case .future, .failingFuture: return nil
      }
    }

    func perform(queue: Int) {
      if queue == 1 {
        if isCancelled { task.cancel() }
        return
      }
      switch source {
      case .elements, .failing: break
      case .failingLater: subject.send(completion: .failure(FuzzError(code: 1)))
      case .future: keep(.success(1))
      case .failingFuture: keep(.failure(FuzzError(code: 1)))
      }
    }

    func fault() -> LibraryCheckFault? {
      guard seen.isOver(Self.secondsMax) else {
        return LibraryCheckFault(.live1, "a task waits for what has come")
      }
      let all = seen.all
      let whole: [Int] =
        switch source {
        case .elements, .failingLater: Self.elements
        case .failing, .failingFuture: []
        case .future: [1]
        }
      let isFailure = source != .elements && source != .future
      let isWhole = all.elements == whole && all.ends == [isFailure ? "error" : "end"]
      let isPart = isCancelled && whole.starts(with: all.elements) && all.ends == ["end"]
      return isWhole || isPart
        ? nil : LibraryCheckFault(.val1, "a task gets something else than was sent")
    }
  }

  /// What came, and how it ended. Thread-safety: any thread.
  private final class AwaitedEvents: @unchecked Sendable {
    // Safety: `lock` guards the variables below it.
    private let lock = NSLock()
    private var elements: [Int] = []
    private var ends: [String] = []

    func element(_ element: Int) { lock.withLock { elements.append(element) } }
    func end(_ word: String) { lock.withLock { ends.append(word) } }
    var all: (elements: [Int], ends: [String]) { lock.withLock { (elements, ends) } }

    /// Whether the end comes, in time.
    func isOver(_ seconds: Double) -> Bool {
      let deadline = ContinuousClock.now + .seconds(seconds)
      while all.ends.isEmpty {
        if ContinuousClock.now > deadline { return !all.ends.isEmpty }
        sched_yield()
      }
      return true
    }
  }
#endif
