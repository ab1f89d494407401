import Dispatch
import Synchronization

@testable import RxFuzzKit

/// A library of nothing but primitives, each correct or with one planted bug.
struct FaultyPrimitives: LibraryUnderTest {
  enum Bug: Sendable {
    case none
    /// Looks whether it is disposed, and only then stores: a dispose in between is lost.
    case losesDispose
    /// Says that it is disposed only the second time it is asked after a dispose.
    case answersLate
    /// Runs actions at the same time.
    case concurrentScheduler
    /// Runs an action twice.
    case runsTwice
    /// Keeps something of every inner subscription.
    case growsForEver
    /// Tells what only one of two threads has done.
    case breaksPromise
    /// The same, in either way.
    case breaksPromises
  }

  let name = "Primitives"
  let promises = Set(InvariantName.allCases)
  let promiseNotes: [String] = []
  let bug: Bug

  let checks: [LibraryCheck]

  init(_ bug: Bug = .none) {
    self.init(bug, checks: [LibraryCheck("promise", ways: 2) { Promise(bug, way: $0) }])
  }

  init(_ bug: Bug = .none, checks: [LibraryCheck]) { (self.bug, self.checks) = (bug, checks) }

  func makeHandle(_ holder: Holder) -> any SubscriptionHandle { GrowingHandle() }
  func liveResources() -> Int? { nil }

  func makePrimitive(
    _ kind: PrimitiveKind, resource: @escaping @Sendable () -> Void
  ) -> (any PrimitiveUnderTest)? {
    switch kind {
    case .singleAssignment: FaultySlot(bug)
    case .composite: KeepingList()
    default: nil
    }
  }

  func makeScheduler(
    on queue: DispatchQueue
  ) -> (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)? {
    let concurrent = DispatchQueue(label: "faulty", attributes: .concurrent)
    return { [bug] action in
      let cancelled = CancelFlag()
      let work: @Sendable () -> Void = {
        if !cancelled.isSet.load(ordering: .acquiring) { action() }
      }
      (bug == .concurrentScheduler ? concurrent : queue).async(execute: work)
      if bug == .runsTwice { queue.async(execute: work) }
      return { cancelled.isSet.store(true, ordering: .releasing) }
    }
  }

  func binding(forRow name: String) -> OperatorBinding? {
    switch name {
    case "feed": OperatorBinding { iteration, parameters, _ in iteration.feeds[parameters[0]] }
    case "just": OperatorBinding { _, _, _ in CancelFlag() }
    case "flatMap":
      OperatorBinding { [bug] _, _, inputs in
        GrowingStream(unsafeDowncast(inputs[0], to: Feed.self), growsForEver: bug == .growsForEver)
      }
    default: nil
    }
  }
}

/// Keeps what it is given until it is disposed: nothing can be taken out of it.
private final class KeepingList: PrimitiveUnderTest {
  private let state = Mutex<(held: [@Sendable () -> Void], isDisposed: Bool)>(([], false))

  func hold(_ release: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
    let isLate = state.withLock {
      if !$0.isDisposed { $0.held.append(release) }
      return $0.isDisposed
    }
    if isLate { release() }
    return nil
  }

  func dispose() {
    let released = state.withLock { state in
      let held = state.held
      state = ([], true)
      return held
    }
    for release in released { release() }
  }

  func isDisposed() -> Bool? { state.withLock { $0.isDisposed } }
}

/// That both queues are counted, in the second way alone where it is faulty.
private final class Promise: LibraryCheckRun {
  private let count = Atomic<Int>(0)
  private let isKept: Bool
  private let way: Int

  init(_ bug: FaultyPrimitives.Bug, way: Int) {
    isKept = bug != .breaksPromises && (bug != .breaksPromise || way == 2)
    self.way = way
  }

  func perform(queue: Int) {
    if isKept || queue == 0 { count.wrappingAdd(1, ordering: .relaxed) }
  }
  func fault() -> LibraryCheckFault? {
    count.load(ordering: .relaxed) == 2
      ? nil : LibraryCheckFault(.val1, way == 1 ? "a queue is not counted" : "nor is it now")
  }
}

final class CancelFlag: Sendable {
  let isSet = Atomic<Bool>(false)
}

/// A slot for one resource.
private final class FaultySlot: PrimitiveUnderTest, @unchecked Sendable {
  // Safety: `release` is touched by whoever wins the exchange of `isTaken`.
  private let bug: FaultyPrimitives.Bug
  private let state = Atomic<Int>(0)
  private let questions = Atomic<Int>(0)
  private var release: (@Sendable () -> Void)?
  private static let disposed = 1
  private static let set = 2

  init(_ bug: FaultyPrimitives.Bug) { self.bug = bug }

  func hold(_ release: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
    self.release = release
    if bug == .losesDispose {
      let before = state.load(ordering: .acquiring)
      meddle()
      state.store(before | Self.set, ordering: .releasing)
      if before & Self.disposed != 0 { release() }
      return nil
    }
    let before = state.bitwiseOr(Self.set, ordering: .acquiringAndReleasing).oldValue
    if before & Self.disposed != 0 { release() }
    return nil
  }

  func dispose() {
    let before = state.bitwiseOr(Self.disposed, ordering: .acquiringAndReleasing).oldValue
    if before & Self.disposed == 0, before & Self.set != 0 { release?() }
  }

  func isDisposed() -> Bool? {
    let isDisposed = state.load(ordering: .acquiring) & Self.disposed != 0
    guard bug == .answersLate, isDisposed else { return isDisposed }
    return questions.wrappingAdd(1, ordering: .relaxed).oldValue > 0
  }

  /// A place where the schedule may go on elsewhere.
  private func meddle() { ReleaseCounts(1).release(0) }
}

/// Hands each element on, and keeps a little of it where it is faulty.
final class GrowingStream: FeedObserver, @unchecked Sendable {
  // Safety: `kept` is touched by the thread that drives the feed; `probe` is written before.
  private let feed: Feed
  private let growsForEver: Bool
  private var kept: [CancelFlag] = []
  private var probe: ObserverProbe?

  init(_ feed: Feed, growsForEver: Bool) {
    self.feed = feed
    self.growsForEver = growsForEver
  }

  func subscribe(_ probe: ObserverProbe) {
    self.probe = probe
    _ = feed.attach(self)
  }
  func next(_ token: Int) {
    let inner = CancelFlag()
    if growsForEver { kept.append(inner) }
    probe?.next(token)
  }
  func error(_ error: FuzzError) {}
  func completed() {}
}

private final class GrowingHandle: SubscriptionHandle {
  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    unsafeDowncast(stream, to: GrowingStream.self).subscribe(observer)
  }
  func dispose() {}
  func drop() {}
}
