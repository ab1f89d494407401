import Dispatch
import RxFuzzKit
import Synchronization

/// A library with one operator more, and of its own operators only those that are put around it.
struct OperatorLibrary<Base: LibraryUnderTest>: LibraryUnderTest {
  private let base: Base
  private let row: String
  private let operatorBinding: OperatorBinding
  private let operatorModel: OperatorModel?
  /// What stands before and behind the operator: sources that the test drives, and what shows most of how an operator is used;
  /// of a library that has defects of its own, only what is plain.
  private var neighbours: Set<String> {
    base.corpusHoldsDefects
      ? ["feed", "map", "take"] : ["feed", "subject", "map", "take", "merge", "share"]
  }

  init(
    _ base: Base, row: String, binding: OperatorBinding, model: OperatorModel?
  ) {
    self.base = base
    self.row = row
    operatorBinding = binding
    operatorModel = model
  }

  /// The same with a row of the library in the operator's place, of whose values nothing is said: what fails with that fails
  /// for the library's own reasons.
  var withoutOperator: OperatorLibrary {
    let base = base
    let binding = OperatorBinding { iteration, _, inputs in
      let isOfOne = inputs.count == 1
      guard let row = base.binding(forRow: isOfOne ? "map" : "merge") else { return inputs[0] }
      return row.build(iteration, isOfOne ? [0] : [], inputs)
    }
    return OperatorLibrary(base, row: row, binding: binding, model: nil)
  }

  var name: String { base.name }
  var promises: Set<InvariantName> { base.promises }
  var promiseNotes: [String] { base.promiseNotes }
  var ownRules: [any TraceInvariant] { base.ownRules }
  var serialisesSubjects: Bool { base.serialisesSubjects }
  var observersSendElements: Bool { base.observersSendElements }
  var semantics: LibrarySemantics { base.semantics }
  var isInstrumented: Bool { base.isInstrumented }
  var doubleSetMessages: [String] { base.doubleSetMessages }

  func binding(forRow name: String) -> OperatorBinding? {
    if name == row { return operatorBinding }
    return neighbours.contains(name) ? base.binding(forRow: name) : nil
  }

  func model(ofRow name: String) -> OperatorModel? {
    name == row ? operatorModel : base.model(ofRow: name)
  }

  func unmodelledRow(in scenario: Scenario) -> String? {
    if operatorModel == nil, scenario.chain.nodes.contains(where: { $0.row == row }) { return row }
    return base.unmodelledRow(in: scenario)
  }

  func makeHandle(_ holder: Holder) -> any SubscriptionHandle {
    let handle = base.makeHandle(holder)
    let promisesLittle = base.corpusHoldsDefects && base.semantics.disposal == .soon
    return promisesLittle ? OnceHandle(handle) : handle
  }
  func liveResources() -> Int? { base.liveResources() }
  func makeVirtualClock() -> (any VirtualClockUnderTest)? { base.makeVirtualClock() }
  func makePrimitive(
    _ kind: PrimitiveKind, resource: @escaping @Sendable () -> Void
  ) -> (any PrimitiveUnderTest)? { nil }
  func makeScheduler(
    on queue: DispatchQueue
  ) -> (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)? { nil }
}

/// Disposes once. OpenCombine, which promises no more than that a cancellation comes soon, ends the process where two threads cancel
/// at once, with whatever operator.
private final class OnceHandle: SubscriptionHandle {
  private let base: any SubscriptionHandle
  private let isOver = Atomic(false)

  init(_ base: any SubscriptionHandle) { self.base = base }

  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    base.subscribe(observer, to: stream)
  }
  func dispose() {
    if !isOver.exchange(true, ordering: .acquiringAndReleasing) { base.dispose() }
  }
  func drop() {
    if !isOver.exchange(true, ordering: .acquiringAndReleasing) { base.drop() }
  }
}
