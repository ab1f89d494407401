/// A rule that is judged by searching for a sequential explanation of a trace.
///
/// One search serves all of these rules: it either finds an explanation, and none is violated, or shows
/// where every attempt fails, which violates one of them.
public protocol ModelInvariant: Invariant {}

/// The one search that judges all rules of that kind.
struct ModelJudge: Sendable {
  private let machine: GraphMachine
  private let promised: Set<InvariantName>
  private let unmodelledRow: String?

  /// - Parameter unmodelledRow: a row of the graph that means something else in the library under test.
  /// - Parameter semantics: how the library does what libraries do differently.
  /// - Parameter modelOfRow: what rows mean in that library where it is not what the catalogue says.
  init(
    script: ScenarioFacts, promises: Set<InvariantName>, unmodelledRow: String?,
    semantics: LibrarySemantics, modelOfRow: (String) -> OperatorModel?
  ) {
    machine = GraphMachine(
      graph: GraphModel(script, semantics: semantics) { name in
        let row = Catalogue.row(named: name)
        return modelOfRow(name).flatMap { row?.modelled(by: $0) } ?? row
      })
    promised = promises
    self.unmodelledRow = unmodelledRow
  }

  enum Finding {
    case lawful
    case violated(InvariantName, Violation)
    case undecided(UndecidedCause)
  }

  /// Why nothing can be judged here, or nil.
  var missingModel: UndecidedCause? {
    (unmodelledRow ?? machine.graph.rowWithoutModel).map { .rowWithoutModel($0) }
  }

  /// Every outcome that the model allows, or nil where it cannot list them.
  var lawfulOutcomes: Set<LawfulOutcomes.Outcome>? {
    missingModel == nil ? LawfulOutcomes.all(machine) : nil
  }

  /// What explains traces to it. Each thread that judges needs one of its own, and does best to keep it from one trace
  /// to the next.
  func explainer() -> TraceExplainer { TraceExplainer(machine) }

  /// The verdict on a run that came to its end; a run that hung is not for this judge.
  /// - Parameter explainer: one of this judge's.
  func judge(_ trace: Trace, by explainer: inout TraceExplainer) -> Finding {
    guard !trace.endState.hung else { return .lawful }
    if let missingModel { return .undecided(missingModel) }
    if machine.graph.hasEndlessTimer,
      trace.endState.milliseconds >= GraphMachine.timerElementsMax
    {
      return .undecided(.timerUnbounded)
    }
    switch explainer.explain(trace.records) {
    case .explained: return .lawful
    case .undecided(let cause): return .undecided(cause)
    case .unexplained(let stop):
      let explanation = Explanation(stop, graph: machine.graph, records: trace.records)
      let (name, violation) = explanation.violation
      if promised.contains(name) { return .violated(name, violation) }
      // What breaks a finer rule that is not promised still lacks an explanation.
      return promised.contains(.ref1) ? .violated(.ref1, violation) : .lawful
    }
  }
}
