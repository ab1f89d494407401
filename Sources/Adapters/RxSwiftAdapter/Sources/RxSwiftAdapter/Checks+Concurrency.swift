import Foundation
import RxFuzzKit
@preconcurrency import RxSwift

/// What came, and how it ended; who waits for the end is told. Thread-safety: any thread.
final class AwaitedEvents: Sendable {
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

/// How a source ends, and whether who listens goes away meanwhile.
struct AwaitedCase {
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
    static let ways = AwaitedCase.count + infallibles
    /// An infallible does not fail.
    private static let infallibles = AwaitedCase.count / 2
    private static let elements = [1, 2, 3]
    private let subject = PublishSubject<Int>()
    private let disposals = CheckedCount()
    private let seen = AwaitedEvents()
    private let task: Task<Void, Never>
    private let one: AwaitedCase

    init(_ way: Int) {
      let isInfallible = way > AwaitedCase.count
      one = AwaitedCase((way - 1) % AwaitedCase.count)
      let source = subject.do(onDispose: { [disposals] in disposals.add() })
      // Subscribed before the race, so that every element reaches them.
      let (values, others) =
        isInfallible
        ? (nil, source.asInfallible(onErrorJustReturn: 0).values) : (source.values, nil)
      task = Task { [seen] in
        do {
          if let values { for try await element in values { seen.element(element) } }
          if let others { for try await element in others { seen.element(element) } }
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
