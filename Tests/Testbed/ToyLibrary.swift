import Dispatch
import RxFuzzKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A library just large enough to be raced: one source, one operator, and faults on demand.
struct ToyLibrary: LibraryUnderTest {
  let name = "Toy"
  var promises: Set<InvariantName> {
    PlannedFault.promised()
    return [.term1, .sched1, .live1, .live2, .crash1]
  }
  let promiseNotes = ["the toy promises very little"]

  /// Only where a test says so.
  let corpusHoldsDefects = getenv("TESTBED_CORPUS_HOLDS_DEFECTS") != nil

  var checks: [LibraryCheck] { PlannedFault.lingers ? ToyChecks.all : [] }

  let ownRules: [any TraceInvariant] = [ToyRule()]

  init() {
    if PlannedFault.current?.fault == .start, CommandLine.arguments.dropFirst().first == "worker" {
      fatalError("the toy does not even start")
    }
  }

  func binding(forRow name: String) -> OperatorBinding? {
    switch name {
    case "feed":
      OperatorBinding { iteration, parameters, _ in
        ToySource(feed: iteration.feeds[parameters[0]])
      }
    case "map": OperatorBinding { _, _, inputs in inputs[0] }
    default: nil
    }
  }

  func makeHandle(_ holder: Holder) -> any SubscriptionHandle { ToyHandle() }
  func liveResources() -> Int? { nil }

  func makePrimitive(
    _ kind: PrimitiveKind, resource: @escaping @Sendable () -> Void
  ) -> (any PrimitiveUnderTest)? {
    PlannedFault.hasFlag && kind == .boolean ? ToyFlag() : nil
  }

  func makeScheduler(
    on queue: DispatchQueue
  ) -> (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)? {
    if PlannedFault.current?.fault == .bare { return nil }
    return { action in
      if PlannedFault.scheduled() { action() } else { queue.async(execute: action) }
      return {}
    }
  }
}

/// A rule that finds nothing wrong, and traps where that is planned.
struct ToyRule: TraceInvariant {
  let name = InvariantName.term1
  let statement = "The toy has a rule."

  func violation(in facts: TraceFacts) -> Violation? {
    PlannedFault.judged()
    return nil
  }
}

/// A flag that says the opposite of what it is.
final class ToyFlag: PrimitiveUnderTest {
  private let isSet = Atomic<Bool>(false)

  func dispose() { isSet.store(true, ordering: .releasing) }

  func isDisposed() -> Bool? {
    PlannedFault.answered()
    return !isSet.load(ordering: .acquiring)
  }
}

/// The one kind of stream.
final class ToySource: Sendable {
  let feed: Feed
  init(feed: Feed) { self.feed = feed }
}

/// One subscription: its disposable.
final class ToyHandle: SubscriptionHandle {
  private let isDisposed = Atomic<Bool>(false)

  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    let source = unsafeDowncast(stream, to: ToySource.self)
    let twice = PlannedFault.subscribed()
    let toy = ToyObserver(probe: observer, handle: self, deliversTwice: twice)
    _ = source.feed.attach(toy)
  }

  func dispose() { isDisposed.store(true, ordering: .releasing) }
  func drop() { dispose() }
  var mayDeliver: Bool { !isDisposed.load(ordering: .acquiring) }
}

/// Passes events on until the first terminal one.
final class ToyObserver: FeedObserver {
  private let probe: ObserverProbe
  private let handle: ToyHandle
  private let hasEnded = Atomic<Bool>(false)
  private let deliversTwice: Bool

  init(probe: ObserverProbe, handle: ToyHandle, deliversTwice: Bool) {
    self.probe = probe
    self.handle = handle
    self.deliversTwice = deliversTwice
  }

  func next(_ token: Int) {
    guard handle.mayDeliver, !hasEnded.load(ordering: .acquiring), !PlannedFault.wavers else {
      return
    }
    let receiver = PlannedFault.ofMemory.map { ToyMemory.handOver(probe, fault: $0) } ?? probe
    receiver.next(token)
    if PlannedFault.tears, !handle.mayDeliver { fatalError("the toy tears") }
  }

  func error(_ error: FuzzError) { end { self.probe.error(error.code) } }
  func completed() { end { self.probe.completed() } }

  private func end(_ deliver: () -> Void) {
    guard handle.mayDeliver, !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else {
      return
    }
    deliver()
    if deliversTwice { deliver() }
  }
}
