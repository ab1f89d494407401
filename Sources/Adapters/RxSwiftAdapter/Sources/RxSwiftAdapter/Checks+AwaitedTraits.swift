import Foundation
import RxFuzzKit
@preconcurrency import RxSwift

#if RXSWIFT_AWAITED_TRAITS
  /// The one value that a task waits for, and may be cancelled meanwhile.
  final class ValueRun: LibraryCheckRun {
    static let ways = 3 * AwaitedCase.count
    private let subject = PublishSubject<Int>()
    private let disposals = CheckedCount()
    private let subscribed = CheckedCount()
    private let seen = AwaitedEvents()
    private static let queues = 2
    private let ready = CheckedCount()
    private let returned = CheckedCount()
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

    /// On a thread of its own, which is left behind where it never returns: the process can go on.
    func perform(queue: Int) {
      Thread.detachNewThread { [self] in
        ready.add()
        // Both begin at once.
        _ = CheckedWait.until { ready.now == Self.queues }
        if queue == 0 { send() } else if one.isCancelled { task.cancel() }
        returned.add()
      }
    }

    private func send() {
      if one.end == .failed { return subject.onError(FuzzError(code: 1)) }
      subject.onNext(1)
      subject.onCompleted()
    }

    func fault() -> LibraryCheckFault? {
      guard CheckedWait.until({ returned.now == Self.queues }) else {
        return LibraryCheckFault(
          .live1, "a task that is cancelled and what it awaits hold each other")
      }
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
