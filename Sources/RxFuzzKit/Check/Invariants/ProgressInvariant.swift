/// LIVE-1: the run did not end, its threads wait for one another, and no dispose or subscribe is to blame.
struct ProgressInvariant: TraceInvariant {
  let name = InvariantName.live1
  let statement = "No deadlock: every action of every queue comes to its end."

  func violation(in facts: TraceFacts) -> Violation? {
    guard facts.trace.endState.hung, !facts.trace.endState.isAtWork else { return nil }
    guard let stuck = facts.lastOpenAction else { return Violation("the run did not end") }
    let action = LaneWords.action(facts.script.actions[stuck - 1])
    return Violation("`\(action)` did not return", at: facts.runs[stuck].enter)
  }
}
