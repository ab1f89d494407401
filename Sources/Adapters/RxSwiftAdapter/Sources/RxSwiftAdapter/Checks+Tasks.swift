import RxFuzzKit
@preconcurrency import RxSwift

#if RXSWIFT_ASYNC_SEQUENCES
  /// Where an asynchronous sequence is iterated: not in the context of the task that happens to subscribe.
  final class SequenceContextRun: LibraryCheckRun {
    static let ways = 1
    private enum Context { @TaskLocal static var isSubscriber = false }

    private let iterations = CheckedCount()
    private let inherited = CheckedCount()
    private let ends = CheckedCount()

    init(_ way: Int) {}

    func perform(queue: Int) {
      guard queue == 0 else { return }
      let sequence = AsyncStream<Int> { [iterations, inherited] in
        if Context.isSubscriber { inherited.add() }
        iterations.add()
        return nil
      }
      Context.$isSubscriber.withValue(true) {
        _ = sequence.asObservable().subscribe(onCompleted: { [ends] in ends.add() })
      }
    }

    func fault() -> LibraryCheckFault? {
      guard CheckedWait.until({ ends.now == 1 }), iterations.now == 1 else {
        return LibraryCheckFault(.comp1, "an asynchronous sequence never tells its end")
      }
      return inherited.now == 0
        ? nil
        : LibraryCheckFault(
          .sched1, "an asynchronous sequence is iterated in the context of who subscribes")
    }
  }
#endif

#if RXSWIFT_CREATED_SINGLES
  /// A single made of asynchronous work, which is cancelled with its subscription.
  final class CreatedSingleRun: LibraryCheckRun {
    static let ways = 2 * Way.allCases.count
    private enum Way: Int, CaseIterable { case succeeds, fails, isCancelled }

    private let way: Way
    private let isDetached: Bool
    private let begun = CheckedCount()
    private let stopped = CheckedCount()
    private let successes = CheckedCount()
    private let failures = CheckedCount()
    private let slot = SingleAssignmentDisposable()

    init(_ way: Int) {
      self.way = Way(rawValue: (way - 1) / 2) ?? .succeeds
      isDetached = way.isMultiple(of: 2)
    }

    func perform(queue: Int) {
      guard queue == 0 else {
        if way == .isCancelled { slot.dispose() }
        return
      }
      let single = Single<Int>.create(detached: isDetached) { [way, begun, stopped] in
        begun.add()
        defer { stopped.add() }
        switch way {
        case .succeeds: return 1
        case .fails: throw FuzzError(code: 1)
        case .isCancelled:
          while !Task.isCancelled { await Task.yield() }
          return 1
        }
      }
      slot.setDisposable(
        single.subscribe(
          onSuccess: { [successes] _ in successes.add() },
          onFailure: { [failures] _ in failures.add() }))
    }

    func fault() -> LibraryCheckFault? {
      let isDone =
        switch way {
        case .succeeds: CheckedWait.until { successes.now == 1 }
        case .fails: CheckedWait.until { failures.now == 1 }
        case .isCancelled: CheckedWait.until { begun.now == stopped.now }
        }
      guard isDone else {
        return way == .isCancelled
          ? LibraryCheckFault(.disp5, "the work of a single goes on when it is disposed")
          : LibraryCheckFault(.live1, "a single never tells what its work gave")
      }
      return successes.now + failures.now == (way == .isCancelled ? 0 : 1)
        ? nil : LibraryCheckFault(.val1, "a single tells otherwise than its work gave")
    }
  }
#endif
