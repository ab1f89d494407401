import Dispatch
@preconcurrency import ReactiveSwift
import RxFuzzKit

/// ReactiveSwift 7 as a library under test, through its public API only.
///
/// Thread-safety: a value without state; all members may be called from any thread.
public struct ReactiveSwiftLibrary: TimedLibrary {
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

  public func stream(of object: AnyObject) -> SignalProducer<Int, FuzzError> {
    unsafeDowncast(object, to: ProducerBox.self).producer
  }
  public func object(of stream: SignalProducer<Int, FuzzError>) -> AnyObject {
    ProducerBox(stream)
  }
  public func timeScheduler(_ number: Int, in iteration: Iteration) -> QueueScheduler {
    Bindings.schedulers[number]
  }

  public var checks: [LibraryCheck] { Checks.all }

  /// ReactiveSwift counts nothing.
  public func liveResources() -> Int? { nil }
}
