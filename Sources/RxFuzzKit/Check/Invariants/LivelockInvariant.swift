/// LIVE-2: the run did not end although its threads were not waiting.
///
/// Under control it is the bound of steps under a schedule in which every task gets its turn. In free-running mode
/// it is a thread that has computed for as long as a hang lasts.
struct LivelockInvariant: TraceInvariant {
  let name = InvariantName.live2
  let statement = "No livelock: threads that go on come to an end."

  func violation(in facts: TraceFacts) -> Violation? {
    guard facts.trace.endState.hung, facts.trace.endState.isAtWork else { return nil }
    guard let stuck = facts.lastOpenAction else { return Violation("the run goes on without end") }
    let action = LaneWords.action(facts.script.actions[stuck - 1])
    return Violation("`\(action)` goes on without end", at: facts.runs[stuck].enter)
  }
}
