/// All invariants, applied to one trace.
///
/// A value; judging is pure, so any number of threads may judge at once.
public struct Judge: Sendable {
  /// Every invariant, in the order of INVARIANTS: one row each.
  public static let invariants: [any Invariant] = [
    GrammarInvariant(), SingleTerminalInvariant(), NothingAfterTerminalInvariant(),
    SerialDeliveryInvariant(), OrderedCallsInvariant(), NoReentranceInvariant(),
    CompletionInvariant(),
    ErrorDeliveryInvariant(), ValuesInvariant(), OrderInvariant(), ReferenceInvariant(),
    SingleDisposalInvariant(), ReturningCallsInvariant(), QuietQueueInvariant(),
    NothingAfterDisposalInvariant(), LateDeliveryInvariant(),
    SingleReleaseInvariant(), EarlyDisposalInvariant(), SingleSetInvariant(),
    SingleSubscribeInvariant(), SingleConnectionInvariant(), LateSubscriberInvariant(),
    DeclaredQueueInvariant(), SerialQueueInvariant(),
    ReleasedCapturesInvariant(), ProgressInvariant(), LivelockInvariant(), SilentTimersInvariant(),
    IsolationInvariant(),
    RaceFreedomInvariant(), NoCrashInvariant(), SteadyMemoryInvariant(),
  ]

  /// The order in which a trace is judged: a violation often breaks several rules, and the one that
  /// says most about it is named. A run that hung comes first, since its trace stops anywhere.
  private static let precedence: [InvariantName] = [
    .disp2, .live1, .live2, .time1, .term1, .term2, .ser1, .reent1, .gram1, .disp3, .disp4, .disp8,
    .disp1,
    .disp6,
    .disp5, .sub1, .share1, .subj1, .sched1, .sched2, .leak1, .grow1,
  ]

  private let traceInvariants: [any TraceInvariant]
  private let promises: Set<InvariantName>
  private let unmodelledRow: @Sendable (Scenario) -> String?
  private let model: @Sendable (String) -> OperatorModel?
  private let semantics: LibrarySemantics
  /// Rules of which the search for an explanation is the only judge, or one of two: they rest on what rows mean.
  public static let modelled: Set<InvariantName> = [
    .comp1, .err1, .val1, .ord1, .ref1, .iso1, .sub1, .disp5,
  ]

  /// A judge of the rules with those names.
  public init(promises: Set<InvariantName>) { self.init(promises: promises, ownRules: []) }

  /// - Parameters:
  ///   - ownRules: judged after those of the list.
  ///   - unmodelledRow: a row of a scenario's graph of whose meaning nothing is known, or nil. It is given the graph as it is,
  ///     and as what its forms stand for.
  ///   - semantics: how the library does what libraries do differently.
  ///   - model: what a row means where that is not what the catalogue says, or nil.
  init(
    promises: Set<InvariantName>, ownRules: [any TraceInvariant],
    unmodelledRow: @escaping @Sendable (Scenario) -> String? = { _ in nil },
    semantics: LibrarySemantics = LibrarySemantics(),
    model: @escaping @Sendable (String) -> OperatorModel? = { _ in nil }
  ) {
    self.unmodelledRow = unmodelledRow
    self.model = model
    self.semantics = semantics
    self.promises = promises
    let listed = Self.precedence.compactMap { name -> (any TraceInvariant)? in
      guard promises.contains(name) else { return nil }
      return Self.invariants.first { $0.name == name } as? any TraceInvariant
    }
    let meant = listed.map { rule -> any TraceInvariant in
      switch rule {
      case is SingleConnectionInvariant:
        SingleConnectionInvariant(connections: semantics.connections)
      case is DeclaredQueueInvariant: DeclaredQueueInvariant(meeting: semantics.meeting)
      default: rule
      }
    }
    traceInvariants = meant + ownRules
  }

  /// The verdict on a finished trace.
  public enum Verdict: Hashable, Sendable {
    case lawful
    case violated(InvariantName, String)
    /// A named bound was reached, or records were lost; counted, never a pass.
    case undecided(UndecidedCause)
  }

  /// The most specific violation, if any.
  ///
  /// For many traces of one scenario, `prepared(for:)` does the work that they share only once.
  public func verdict(on trace: Trace) -> Verdict {
    prepared(for: trace.scenario).verdict(on: trace)
  }

  /// A judge of the traces of one scenario.
  public func prepared(for scenario: Scenario) -> ScenarioJudge {
    let script = ScenarioFacts(scenario)
    let modelled = promises.intersection(Self.modelled)
    var meant = scenario
    meant.chain = script.chain
    return ScenarioJudge(
      script: script, traceInvariants: traceInvariants,
      model: modelled.isEmpty
        ? nil
        : ModelJudge(
          script: script, promises: modelled,
          unmodelledRow: unmodelledRow(scenario) ?? unmodelledRow(meant),
          semantics: semantics, modelOfRow: model))
  }
}

/// A judge that has worked out once what all traces of one scenario share.
public struct ScenarioJudge: Sendable {
  let script: ScenarioFacts
  let traceInvariants: [any TraceInvariant]
  let model: ModelJudge?

  /// What `verdict(on:by:)` needs, and gets cheaper by from trace to trace; nil where no model judges. One for each
  /// thread that judges.
  func explainer() -> TraceExplainer? { model?.explainer() }

  /// The most specific violation, if any.
  ///
  /// For many traces, `verdict(on:by:)` keeps what was found out about the model.
  /// - Precondition: the trace is one of the scenario that this judge was prepared for.
  public func verdict(on trace: Trace) -> Judge.Verdict {
    var explainer = explainer()
    return verdict(on: trace, by: &explainer)
  }

  /// As `verdict(on:)`.
  /// - Parameter explainer: one of this judge's, or nil, which becomes one.
  func verdict(on trace: Trace, by explainer: inout TraceExplainer?) -> Judge.Verdict {
    if trace.endState.recordsLost > 0 {
      return .undecided(.recordsLost(trace.endState.recordsLost))
    }
    let facts = TraceFacts(trace, script)
    for invariant in traceInvariants {
      if let violation = invariant.violation(in: facts) {
        return .violated(invariant.name, violation.message)
      }
    }
    guard let model else { return .lawful }
    if explainer == nil { explainer = model.explainer() }
    switch model.judge(trace, by: &explainer!) {
    case .lawful: return .lawful
    case .undecided(let cause): return .undecided(cause)
    case .violated(let name, let violation): return .violated(name, violation.message)
    }
  }

  /// Why no trace can be held against the model, or nil; traces are then judged by all other rules.
  var missingModel: UndecidedCause? { model?.missingModel }

  /// Every outcome that the model of the scenario's graph allows, or nil where it cannot list them.
  var lawfulOutcomes: Set<LawfulOutcomes.Outcome>? { model?.lawfulOutcomes }

  /// The record that shows a violation of that invariant, where there is one.
  public func place(of name: InvariantName, in trace: Trace) -> Int? {
    let facts = TraceFacts(trace, script)
    if let violation = traceInvariants.first(where: { $0.name == name })?.violation(in: facts) {
      return violation.place
    }
    guard let model else { return nil }
    var explainer = model.explainer()
    guard case .violated(name, let violation) = model.judge(trace, by: &explainer) else {
      return nil
    }
    return violation.place
  }
}
