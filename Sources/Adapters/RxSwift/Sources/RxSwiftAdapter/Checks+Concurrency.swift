import Foundation
import RxFuzzKit
@preconcurrency import RxSwift

/// What came, and how it ended; who waits for the end is told. Thread-safety: any thread.
private final class AwaitedEvents: Sendable {
  private let elements = CheckedList<Int>()
  private let ends = CheckedList<String>()

  func element(_ element: Int) { elements.append(element) }
  func end(_ word: String) { ends.append(word) }
  func end(_ error: any Error) {
    end(error is CancellationError ? "cancelled" : error is FuzzError ? "error" : "other error")
  }
  var isOver: Bool { CheckedWait.until { !ends.all.isEmpty } }
  var all: (elements: [Int], ends: [String]) { (elements.all, ends.all) }
}

/// A list that several threads append to. Thread-safety: any thread.
private final class CheckedList<Element: Sendable>: @unchecked Sendable {
  // Safety: `lock` guards `list`.
  private let lock = NSLock()
  private var list: [Element] = []
  func append(_ element: Element) { lock.withLock { list.append(element) } }
  var all: [Element] { lock.withLock { list } }
}

/// How a source ends, and whether who listens goes away meanwhile.
private struct AwaitedCase {
  enum End: CaseIterable { case completed, failed }
  let end: End
  let isCancelled: Bool
  static let count = 4
  init(_ number: Int) {
    end = End.allCases[number / 2 % 2]
    isCancelled = !number.isMultiple(of: 2)
  }
}

#if RXSWIFT_VALUES
  /// Elements of a subject, iterated by a task, which may be cancelled meanwhile.
  final class ValuesRun: LibraryCheckRun {
    static let ways = AwaitedCase.count
    private static let elements = [1, 2, 3]
    private let subject = PublishSubject<Int>()
    private let disposals = CheckedCount()
    private let seen = AwaitedEvents()
    private let task: Task<Void, Never>
    private let one: AwaitedCase

    init(_ way: Int) {
      one = AwaitedCase(way - 1)
      let values = subject.do(onDispose: { [disposals] in disposals.add() }).values
      task = Task { [seen] in
        do {
          for try await element in values { seen.element(element) }
          seen.end("end")
        } catch { seen.end(error) }
      }
    }

    func perform(queue: Int) {
      if queue == 1 {
        if one.isCancelled { task.cancel() }
        return
      }
      for element in Self.elements { subject.onNext(element) }
      if one.end == .completed {
        subject.onCompleted()
      } else {
        subject.onError(FuzzError(code: 1))
      }
    }

    func fault() -> LibraryCheckFault? {
      guard seen.isOver else {
        return LibraryCheckFault(.live1, "an iteration of values never ends")
      }
      let all = seen.all
      let isLawful =
        one.isCancelled
        ? Self.elements.starts(with: all.elements)
        : all.elements == Self.elements && all.ends == [one.end == .completed ? "end" : "error"]
      guard isLawful else {
        return LibraryCheckFault(.val1, "values come otherwise than they were sent")
      }
      guard CheckedWait.until({ disposals.now == 1 && !subject.hasObservers }) else {
        return LibraryCheckFault(.disp5, "the subscription of values outlives their iteration")
      }
      return nil
    }
  }
#endif

#if RXSWIFT_ASYNC_SEQUENCES
  /// An asynchronous sequence as an observable, which may be disposed meanwhile.
  final class AsyncSequenceRun: LibraryCheckRun {
    static let ways = AwaitedCase.count + 1
    private static let elements = [1, 2, 3]
    private let seen = AwaitedEvents()
    private let terminations = CheckedCount()
    private let continuation: AsyncThrowingStream<Int, any Error>.Continuation
    private let subscription: any Disposable
    private let one: AwaitedCase
    /// Whether the sequence says of itself that it was cancelled, which ends the observable.
    private let isCancelledItself: Bool

    init(_ way: Int) {
      isCancelledItself = way > AwaitedCase.count
      one = AwaitedCase(way - 1)
      let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
      self.continuation = continuation
      continuation.onTermination = { [terminations] _ in terminations.add() }
      subscription = stream.asObservable().subscribe(
        onNext: { [seen] in seen.element($0) }, onError: { [seen] in seen.end($0) },
        onCompleted: { [seen] in seen.end("end") })
    }

    func perform(queue: Int) {
      if queue == 1 {
        if one.isCancelled, !isCancelledItself { subscription.dispose() }
        return
      }
      for element in Self.elements { continuation.yield(element) }
      if isCancelledItself {
        continuation.finish(throwing: CancellationError())
      } else if one.end == .completed {
        continuation.finish()
      } else {
        continuation.finish(throwing: FuzzError(code: 1))
      }
    }

    func fault() -> LibraryCheckFault? {
      guard CheckedWait.until({ terminations.now == 1 }) else {
        return LibraryCheckFault(.leak1, "an asynchronous sequence outlives its observable")
      }
      let isDisposed = one.isCancelled && !isCancelledItself
      guard isDisposed || seen.isOver else {
        return LibraryCheckFault(.comp1, "an asynchronous sequence never tells its end")
      }
      let all = seen.all
      let end = one.end == .completed || isCancelledItself ? "end" : "error"
      let isWhole = all.elements == Self.elements && all.ends == [end]
      let isPart = Self.elements.starts(with: all.elements) && all.ends.count < 2
      return (isDisposed ? isPart : isWhole)
        ? nil : LibraryCheckFault(.val1, "an asynchronous sequence tells what it did not get")
    }
  }
#endif

#if RXSWIFT_AWAITED_TRAITS
  /// The one value that a task waits for, and may be cancelled meanwhile.
  final class ValueRun: LibraryCheckRun {
    static let ways = 3 * AwaitedCase.count
    private let subject = PublishSubject<Int>()
    private let disposals = CheckedCount()
    private let subscribed = CheckedCount()
    private let seen = AwaitedEvents()
    private let task: Task<Void, Never>
    private let trait: Int
    private let one: AwaitedCase

    init(_ way: Int) {
      trait = (way - 1) % 3
      one = AwaitedCase((way - 1) / 3)
      let source = subject.do(
        onSubscribed: { [subscribed] in subscribed.add() },
        onDispose: { [disposals] in disposals.add() })
      task = Task { [seen, trait] in
        do {
          switch trait {
          case 0: seen.element(try await source.asSingle().value)
          case 1: seen.element(try await source.asMaybe().value ?? 0)
          default:
            try await source.ignoreElements().asCompletable().value
            seen.element(1)
          }
          seen.end("end")
        } catch { seen.end(error) }
      }
      _ = CheckedWait.until { [subscribed] in subscribed.now == 1 }
    }

    func perform(queue: Int) {
      if queue == 1 {
        if one.isCancelled { task.cancel() }
        return
      }
      if one.end == .failed { return subject.onError(FuzzError(code: 1)) }
      subject.onNext(1)
      subject.onCompleted()
    }

    func fault() -> LibraryCheckFault? {
      guard seen.isOver else { return LibraryCheckFault(.live1, "a task never gets its value") }
      let all = seen.all
      let isSent =
        one.end == .completed
        ? all.elements == [1] && all.ends == ["end"] : all.elements.isEmpty && all.ends == ["error"]
      let isCancelled = one.isCancelled && all.elements.isEmpty && all.ends == ["cancelled"]
      guard isSent || isCancelled else {
        return LibraryCheckFault(.val1, "a task gets another value than was sent")
      }
      guard CheckedWait.until({ disposals.now == 1 && !subject.hasObservers }) else {
        return LibraryCheckFault(.disp5, "the subscription of a value outlives it")
      }
      return nil
    }
  }
#endif
