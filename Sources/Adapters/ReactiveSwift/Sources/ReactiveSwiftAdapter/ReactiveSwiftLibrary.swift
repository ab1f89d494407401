import Dispatch
@preconcurrency import ReactiveSwift
import RxFuzzKit

/// ReactiveSwift 7 as a library under test, through its public API only.
///
/// Thread-safety: a value without state; all members may be called from any thread.
public struct ReactiveSwiftLibrary: LibraryUnderTest {
  public init() {}

  public let name = "ReactiveSwift"

  public let promises = Set(InvariantName.allCases).subtracting([.reent1, .err1])

  public let promiseNotes = [
    "REENT-1: an observer that sends an element from inside a callback waits for itself (Signal.Core.send)",
    "ERR-1: there is no hook for errors that nobody receives, and triggers cannot fail",
  ]

  /// As Signal.swift, SignalProducer.swift and Flatten.swift document them.
  public let semantics: LibrarySemantics = {
    var semantics = LibrarySemantics()
    semantics.subjects = .elementsUnderLock
    semantics.meeting = .elementsWait
    semantics.disposal = .nothingEmittedLater
    semantics.rows = Meanings.rows
    return semantics
  }()

  /// The clock of `timeout` decides an end that whoever comes by may send, or whoever observes it then, as an interruption.
  /// `amb` is a flattening: the thread that subscribes its inputs tells the end of one that is over on another thread by then.
  /// No sequential model here says either.
  public func unmodelledRow(in scenario: Scenario) -> String? {
    let nodes = scenario.chain.nodes
    if nodes.contains(where: { $0.row == "timeout" }) { return "timeout" }
    guard nodes.contains(where: { $0.row == "amb" }) else { return nil }
    let isElsewhere = nodes.contains { node in
      Catalogue.row(named: node.row)?.traits.contains(.asynchronous) ?? true
    }
    return isElsewhere || endsMeetSubscriptions(in: scenario) ? "amb" : nil
  }

  /// Whether a source may complete on one thread while another one subscribes.
  private func endsMeetSubscriptions(in scenario: Scenario) -> Bool {
    let raced = scenario.queues.flatMap { $0 } + scenario.reactions.flatMap(\.actions)
    return raced.contains { if case .subscribe = $0 { true } else { false } }
      && raced.contains { if case .completed = $0 { true } else { false } }
  }

  public let observersSendElements = false

  public let corpusHoldsDefects = true

  #if INSTRUMENTED
    public let isInstrumented = true
  #else
    public let isInstrumented = false
  #endif

  public func binding(forRow name: String) -> OperatorBinding? { Bindings.table[name] }

  public func makeHandle(_ holder: Holder) -> any SubscriptionHandle {
    switch holder {
    case .slot, .serial: SerialHandle()
    case .composite: CompositeHandle()
    case .bag: LifetimeHandle()
    }
  }

  public func makePrimitive(
    _ kind: PrimitiveKind, resource: @escaping @Sendable () -> Void
  ) -> (any PrimitiveUnderTest)? {
    Primitives.make(kind, resource: resource)
  }

  public func makeScheduler(
    on queue: DispatchQueue
  ) -> (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)? {
    Primitives.makeScheduler(on: queue)
  }

  public var checks: [LibraryCheck] { Checks.all }

  /// ReactiveSwift counts nothing.
  public func liveResources() -> Int? { nil }
}
