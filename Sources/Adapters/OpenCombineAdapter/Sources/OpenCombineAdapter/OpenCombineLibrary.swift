import Dispatch
import OpenCombine
import OpenCombineDispatch
import RxFuzzKit

/// OpenCombine as a library under test, through its public API only.
///
/// Thread-safety: a value without state; all members may be called from any thread.
public struct OpenCombineLibrary: TimedLibrary {
  public init() {}

  public let name = "OpenCombine"

  /// What Combine's documentation promises of publishers, subscriptions and cancellables; of `cancel()` above
  /// all that it is thread-safe, idempotent, quick, and lets go of what it holds.
  ///
  /// Left out is what Combine defines otherwise than the Observable contract does; `promiseNotes` says how.
  public let promises = Set(InvariantName.allCases).subtracting([
    .disp3, .time1, .reent1, .err1,
  ])

  public let promiseNotes = [
    "DISP-4: a publisher need not stop at once when it is cancelled, only soon",
    "DISP-3, TIME-1: nor need work stop that a scheduler has already begun",
    "REENT-1: a subject calls out under a recursive lock, so an element sent from inside a callback nests",
    "ERR-1: a trigger of `prefix(untilOutputFrom:)` that fails means nothing",
    "ERR-1: there is no hook for errors that nobody receives",
  ]

  /// A trigger, and a failure in a `flatMap`, cancel the other sources before they come to the subscriber. A subject notes
  /// who observes it under a lock and notifies them outside it. `prefix` waits for one element more than it passes on.
  public let semantics: LibrarySemantics = {
    var semantics = LibrarySemantics()
    semantics.subjects = .snapshot
    semantics.meeting = .recursiveLock
    semantics.disposal = .soon
    semantics.take = .withElementAfter
    semantics.ending = .releasedFirst
    semantics.replacement = .atOnce
    semantics.connections = .nextOpensWhileOneCloses
    semantics.rows = Meanings.rows
    return semantics
  }()

  /// What no sequential model here says yet: what a buffer holds is delivered by whoever is at it, also by the thread that
  /// subscribes; and `subscribe(on:)` asks for elements in a piece of work of its own, which may send what an operator has kept
  /// for whoever asks.
  public func unmodelledRow(in scenario: Scenario) -> String? {
    let nodes = scenario.chain.nodes
    let isBuffered = nodes.contains { node in
      node.row == "publisherOp" && node.parameters.first.map(Self.buffering.contains) == true
    }
    if isBuffered { return "publisherOp" }
    let isAskedLater = nodes.contains { node in
      node.row == "subscribeOn" && node.nodes.contains { Self.answering.contains($0.row) }
    }
    return isAskedLater ? "subscribeOn" : nil
  }

  /// Rows that keep what they have to say at the end until somebody asks for it.
  private static let answering: Set<String> = [
    "reduce", "reduction", "toArray", "takeLast", "first", "ifEmptyDefault", "catchAndReturn",
  ]

  /// The forms of `publisherOp` that have a buffer.
  private static let buffering: Set<Int> = {
    let forms = Catalogue.row(named: "publisherOp")?.forms ?? []
    return Set(
      forms.indices.filter { ["buffer", "bufferKeepFull", "boundedFlatMap"].contains(forms[$0]) })
  }()

  #if INSTRUMENTED
    public let isInstrumented = true
  #else
    public let isInstrumented = false
  #endif

  /// Subjects do not notify their observers in an order; what several threads send at once is not kept apart.
  public let serialisesSubjects = false

  public let corpusHoldsDefects = true

  public func makePrimitive(
    _ kind: PrimitiveKind, resource: @escaping @Sendable () -> Void
  ) -> (any PrimitiveUnderTest)? {
    Primitives.make(kind, resource: resource)
  }

  public func binding(forRow name: String) -> OperatorBinding? { Bindings.table[name] }

  public func makeHandle(_ holder: Holder) -> any SubscriptionHandle {
    holder == .serial ? OwnedHandle() : CancellableHandle(holder)
  }

  public func stream(of object: AnyObject) -> AnyPublisher<Int, FuzzError> {
    Bindings.stream(object)
  }
  public func object(of stream: AnyPublisher<Int, FuzzError>) -> AnyObject { PublisherBox(stream) }
  public func timeScheduler(_ number: Int, in iteration: Iteration) -> DispatchQueue.OCombine {
    iteration.queue(number).ocombine
  }

  public var checks: [LibraryCheck] { Checks.all }

  /// OpenCombine counts nothing.
  public func liveResources() -> Int? { nil }
}
