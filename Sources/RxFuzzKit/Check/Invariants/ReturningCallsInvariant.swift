/// DISP-2, in a run that hung: the last action that had started was a dispose or a subscribe.
struct ReturningCallsInvariant: TraceInvariant {
  let name = InvariantName.disp2
  let statement = "Every dispose and every subscribe returns."

  func violation(in facts: TraceFacts) -> Violation? {
    guard facts.trace.endState.hung, let stuck = facts.lastOpenAction else { return nil }
    switch facts.script.actions[stuck - 1] {
    case .dispose(let number):
      return Violation(
        "dispose of subscription \(number) did not return", at: facts.runs[stuck].enter)
    case .drop(let number):
      return Violation(
        "dropping the bag of subscription \(number) did not return", at: facts.runs[stuck].enter)
    case .subscribe(let number):
      return Violation(
        "subscribe of subscription \(number) did not return", at: facts.runs[stuck].enter)
    case .next, .error, .completed, .advance: return nil
    }
  }
}

extension TraceFacts {
  /// Ordinal of the action that started last among those that never ended.
  var lastOpenAction: Int? {
    runs.indices.filter { runs[$0].enter != nil && runs[$0].exit == nil }
      .max { runs[$0].enter! < runs[$1].enter! }
  }
}
