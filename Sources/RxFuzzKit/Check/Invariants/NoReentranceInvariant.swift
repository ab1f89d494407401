/// REENT-1: a callback that enters while another of the same observer runs in the same lane.
struct NoReentranceInvariant: TraceInvariant {
  let name = InvariantName.reent1
  let statement = "No call of an observer is made from inside another call of the same observer."

  func violation(in facts: TraceFacts) -> Violation? {
    Overlap.first(in: facts) { running, entering in running.lane == entering.lane }.map {
      Violation(
        "subscription \($0.entering.subject) got \($0.entering.eventWords) "
          + "inside the delivery of \($0.running.eventWords)", at: $0.place)
    }
  }
}
