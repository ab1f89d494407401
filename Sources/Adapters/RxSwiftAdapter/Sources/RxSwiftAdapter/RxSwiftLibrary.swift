import Dispatch
import RxFuzzKit
@preconcurrency import RxSwift

/// RxSwift as a library under test, through its public API only.
///
/// Thread-safety: a value without state; all members may be called from any thread.
public struct RxSwiftLibrary: TimedLibrary {
  /// Streams cross the adapter's boundary as they are.
  public typealias Stream = Observable<Int>

  public init() {}

  public let name = "RxSwift"

  /// Every rule but that no callback nests: where sources meet, RxSwift holds a recursive lock.
  public let promises = Set(InvariantName.allCases).subtracting([.reent1])

  public let promiseNotes = [
    "REENT-1: an event sent from inside a callback nests, where sources meet under a recursive lock"
  ]

  /// Documentation/GettingStarted.md says what subjects and disposal promise; the rest is how the operators are written.
  public let semantics: LibrarySemantics = {
    var semantics = LibrarySemantics()
    semantics.subjects = .snapshot
    semantics.meeting = .recursiveLock
    semantics.disposal = .nothingEmittedLater
    semantics.amb = .nestedPairs
    semantics.skipUntil = .staysSilent
    semantics.sample = .staysSilent
    semantics.retryWhen = .atOnce
    semantics.collections = .handOver
    semantics.successions = .handOver
    semantics.timeout = .unordered
    semantics.delay = .byTheClock
    semantics.connections = .nextOpensWhileOneCloses
    semantics.rowsWithoutSink = ["startWith"]
    // Merge.swift counts completions under another lock than the one under which it sends, since 295f80e6.
    semantics.rows = ["merge": .mergeCountingFirst]
    return semantics
  }()

  /// Subjects leave it to their users to send one event after the other.
  public let serialisesSubjects = false

  public let corpusHoldsDefects = true

  #if INSTRUMENTED
    public let isInstrumented = true
  #else
    public let isInstrumented = false
  #endif

  public let doubleSetMessages = [
    "Sink and subscription were already set", "oldState.disposable != nil",
  ]

  public func binding(forRow name: String) -> OperatorBinding? { Bindings.table[name] }

  public func makeHandle(_ holder: Holder) -> any SubscriptionHandle {
    switch holder {
    case .slot: SlotHandle()
    case .bag: BagHandle()
    case .serial: SerialHandle()
    case .composite: CompositeHandle()
    }
  }

  public func makePrimitive(
    _ kind: PrimitiveKind, resources: [@Sendable () -> Void]
  ) -> (any PrimitiveUnderTest)? {
    Primitives.make(kind, resources: resources)
  }

  public func makePrimitive(
    _ kind: PrimitiveKind, resource: @escaping @Sendable () -> Void
  ) -> (any PrimitiveUnderTest)? {
    makePrimitive(kind, resources: Array(repeating: resource, count: kind.resourcesAtStart))
  }

  public func makeScheduler(
    _ kind: SchedulerKind, on queue: DispatchQueue
  ) -> (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)? {
    Primitives.makeScheduler(kind, on: queue)
  }

  public func timeScheduler(_ number: Int, in iteration: Iteration) -> any SchedulerType {
    Bindings.clock(iteration, number)
  }

  public var checks: [LibraryCheck] { Checks.all }

  /// Counted only where RxSwift is compiled with TRACE_RESOURCES.
  public func liveResources() -> Int? { nil }
}
