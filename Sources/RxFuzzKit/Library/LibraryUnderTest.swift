import Dispatch

/// What an adapter provides: the binding of catalogue rows to one reactive library's public API.
///
/// Streams cross this boundary as `AnyObject` (a class, or a box around a value); only the adapter
/// knows what they are, and casts them back unchecked. Thread-safety: all members are called from any thread.
public protocol LibraryUnderTest: Sendable {
  /// As printed in scenarios and used as the corpus folder, for example `RxCore`.
  var name: String { get }
  /// The invariants that the library promises; findings against others are not reported.
  var promises: Set<InvariantName> { get }
  /// What it does not promise, in words, for the summary; empty where it promises all.
  var promiseNotes: [String] { get }
  /// What it promises beyond the contract, each under the name of the rule that comes nearest; judged last. Pure: a trap
  /// in here counts as one of the tool itself.
  var ownRules: [any TraceInvariant] { get }
  /// The binding of a row, or nil where the library has no such operator.
  func binding(forRow name: String) -> OperatorBinding?
  /// A handle that exists before `subscribe` is called, so that a dispose can precede or race it.
  func makeHandle(_ holder: Holder) -> any SubscriptionHandle
  /// The library's own count of live resources, if it keeps one.
  func liveResources() -> Int?
  /// Whether its subjects may be driven from several queues at once and from inside an observer.
  /// Where false, the generator drives a subject like a feed: from one queue.
  var serialisesSubjects: Bool { get }
  /// Whether an observer may send a serialised subject elements from inside a callback. Where false, observers only end
  /// subjects there.
  var observersSendElements: Bool { get }
  /// Whether its corpus holds defects that it has, so that what fails as recorded there fails no run by default.
  var corpusHoldsDefects: Bool { get }
  /// How it does what libraries lawfully do differently: the parameters of the sequential models.
  var semantics: LibrarySemantics { get }
  /// What that row means in this library, where that is something else than the catalogue says; else nil. As the
  /// semantics say, unless the adapter has more to say.
  func model(ofRow name: String) -> OperatorModel?
  /// A row of the scenario's graph that the library defines otherwise than the sequential model does, or nil. Such a
  /// scenario is judged by all rules but those of the model, and its races count as undecided there.
  func unmodelledRow(in scenario: Scenario) -> String?
  /// Whether it is compiled with instrumentation, so that explore sees its accesses to memory. Where false, a run
  /// explores only when it is asked to, and sees no more of the library than locks, queues and callbacks.
  var isInstrumented: Bool { get }
  /// Whether it has that kind of primitive. The process that only starts others asks, too: who answers without making one
  /// keeps what is broken in the library out of there. By default one is made.
  func hasPrimitive(_ kind: PrimitiveKind) -> Bool
  /// Whether it has that kind of scheduler; as `hasPrimitive`.
  func hasScheduler(_ kind: SchedulerKind) -> Bool
  /// Whether it has virtual clocks; as `hasPrimitive`.
  var hasVirtualClocks: Bool { get }
  /// A disposal primitive of that kind as new, or nil where the library has none. A primitive that holds one resource
  /// from the start is given `resource`, which it calls to release it.
  func makePrimitive(
    _ kind: PrimitiveKind, resource: @escaping @Sendable () -> Void
  ) -> (any PrimitiveUnderTest)?
  /// The same for a primitive that may have several resources from the start. By default one at most.
  func makePrimitive(
    _ kind: PrimitiveKind, resources: [@Sendable () -> Void]
  ) -> (any PrimitiveUnderTest)?
  /// A serial scheduler that works on that serial queue, or nil where the library has none: schedules an action, and
  /// returns what cancels it.
  func makeScheduler(
    on queue: DispatchQueue
  ) -> (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)?
  /// The same for a scheduler of another kind.
  func makeScheduler(
    _ kind: SchedulerKind, on queue: DispatchQueue
  ) -> (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)?
  /// A new virtual-time scheduler at time zero, or nil where the library has none; its bindings take it wherever
  /// `Iteration.virtualClock(_:)` gives one.
  func makeVirtualClock() -> (any VirtualClockUnderTest)?
  /// What it promises that no graph shows, each with its own judge; pure, asked often.
  var checks: [LibraryCheck] { get }
  /// Messages by which it traps when something that may be set only once is set twice (DISP-7).
  var doubleSetMessages: [String] { get }
}

extension LibraryUnderTest {
  /// What it promises, without what its semantics give up.
  public var promisesKept: Set<InvariantName> {
    promises.filter { !semantics.disposal.waived.contains($0.rawValue) }
  }
  public var ownRules: [any TraceInvariant] { [] }
  public var serialisesSubjects: Bool { true }
  public var observersSendElements: Bool { true }
  public var corpusHoldsDefects: Bool { false }
  public var semantics: LibrarySemantics { LibrarySemantics() }
  public func model(ofRow name: String) -> OperatorModel? { semantics.model(ofRow: name) }
  public func unmodelledRow(in scenario: Scenario) -> String? { nil }
  public func makeVirtualClock() -> (any VirtualClockUnderTest)? { nil }
  public func makePrimitive(
    _ kind: PrimitiveKind, resource: @escaping @Sendable () -> Void
  ) -> (any PrimitiveUnderTest)? { nil }
  public func makePrimitive(
    _ kind: PrimitiveKind, resources: [@Sendable () -> Void]
  ) -> (any PrimitiveUnderTest)? {
    let none: @Sendable () -> Void = {}
    return resources.count > 1 ? nil : makePrimitive(kind, resource: resources.first ?? none)
  }
  public func hasPrimitive(_ kind: PrimitiveKind) -> Bool {
    makePrimitive(kind, resources: Array(repeating: {}, count: kind.resourcesAtStart)) != nil
  }
  public var hasVirtualClocks: Bool { makeVirtualClock() != nil }
  public func hasScheduler(_ kind: SchedulerKind) -> Bool {
    makeScheduler(kind, on: DispatchQueue(label: "rxfuzz.scheduler")) != nil
  }
  public func makeScheduler(
    on queue: DispatchQueue
  ) -> (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)? { nil }
  public func makeScheduler(
    _ kind: SchedulerKind, on queue: DispatchQueue
  ) -> (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)? {
    kind == .serial ? makeScheduler(on: queue) : nil
  }
  public var checks: [LibraryCheck] { [] }
  public var isInstrumented: Bool { false }
  public var doubleSetMessages: [String] { [] }
}

/// Builds one operator of a graph from its parameters and its inputs' streams.
public struct OperatorBinding: Sendable {
  public let build: @Sendable (Iteration, [Int], [AnyObject]) -> AnyObject
  public init(_ build: @escaping @Sendable (Iteration, [Int], [AnyObject]) -> AnyObject) {
    self.build = build
  }
}

/// One subscription's disposable. All members are called from any thread, in any order.
public protocol SubscriptionHandle: AnyObject, Sendable {
  /// Subscribes `observer` to `stream` and keeps the resulting disposable. Called at most once.
  func subscribe(_ observer: ObserverProbe, to stream: AnyObject)
  /// Disposes what is held, and what will be held.
  func dispose()
  /// Releases the last reference of the bag; only for `Holder.bag`.
  func drop()
}

/// How the kit sends events into the library: the adapter's wrapper around one observer or subject.
/// An error's code is the ordinal of the action that emits it; a cold source's error has code 0.
public protocol FeedObserver: AnyObject, Sendable {
  func next(_ token: Int)
  func error(_ error: FuzzError)
  func completed()
}
