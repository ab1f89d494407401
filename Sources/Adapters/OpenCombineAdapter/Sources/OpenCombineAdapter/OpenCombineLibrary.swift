import RxFuzzKit

/// OpenCombine 0.14 as a library under test, through its public API only.
///
/// Thread-safety: a value without state; all members may be called from any thread.
public struct OpenCombineLibrary: LibraryUnderTest {
  public init() {}

  public let name = "OpenCombine"

  /// What Combine's documentation promises of publishers, subscriptions and cancellables; of `cancel()` above
  /// all that it is thread-safe, idempotent, quick, and lets go of what it holds.
  ///
  /// Left out is what Combine defines otherwise than the Observable contract does; `promiseNotes` says how.
  public let promises: Set<InvariantName> = [
    .gram1, .term1, .term2, .ser1, .ord1, .val1, .disp1, .disp2, .disp5, .disp6, .sub1, .subj1,
    .sched1, .leak1, .live1, .iso1, .race1, .crash1,
  ]

  public let promiseNotes = [
    "DISP-4: a publisher need not stop at once when it is cancelled, only soon",
    "DISP-3, TIME-1: nor need work stop that a scheduler has already begun",
    "REENT-1: a subject calls out under a recursive lock, so an element sent from inside a callback nests",
    "COMP-1, REF-1: `prefix` completes when the element after its last one arrives, not with the last one",
    "VAL-1, DISP-5: where `prefix(untilOutputFrom:)` is triggered or a publisher in a `flatMap` fails, the other sources "
      + "are cancelled first: what had left them by then may still come before the completion, and nothing else",
    "ERR-1: a trigger of `prefix(untilOutputFrom:)` that fails means nothing",
    "VAL-1, ISO-1: a subject does not tell its observers in an order; where it has several, or nests, it has no model",
    "ERR-1: there is no hook for errors that nobody receives",
  ]

  /// A trigger, and a failure in a `flatMap`, cancel the other sources before they come to the subscriber, so that an
  /// element which is on its way there is delivered after its source was cancelled: Combine asks of `cancel()` no more
  /// than that a publisher stops soon. A subject has no queue, but a lock under which it calls its observer.
  public func model(ofRow name: String) -> OperatorModel? {
    switch name {
    case "merge": .mergeCancellingFirst
    case "subject": .lockedSubject
    case "takeUntil": .takeUntilCancellingFirst
    default: nil
    }
  }

  /// `prefix` waits for one element more than it passes on. A subject tells its observers in no order, and what one of
  /// them sends it from inside a callback at once.
  public func unmodelledRow(in scenario: Scenario) -> String? {
    let nodes = scenario.chain.nodes
    if nodes.contains(where: { $0.row == "take" }) { return "take" }
    let subjects = nodes.filter { $0.row == "subject" }.compactMap(\.label)
    if subjects.isEmpty { return nil }
    let hasSeveralObservers =
      scenario.subscriptions.count > 1 || Set(subjects).count < subjects.count
    let isReentered = scenario.reactions.flatMap(\.actions).contains { action in
      switch action {
      case .next(let feed, _), .error(let feed), .completed(let feed): subjects.contains(feed)
      case .subscribe, .dispose, .drop, .advance: false
      }
    }
    return hasSeveralObservers || isReentered ? "subject" : nil
  }

  public func binding(forRow name: String) -> OperatorBinding? { Bindings.table[name] }

  public func makeHandle(_ holder: Holder) -> any SubscriptionHandle { CancellableHandle(holder) }

  /// OpenCombine counts nothing.
  public func liveResources() -> Int? { nil }
}
