/// SER-1: a callback that enters while another of the same observer runs in another lane.
struct SerialDeliveryInvariant: TraceInvariant {
  let name = InvariantName.ser1
  let statement = "The calls of one observer never overlap."

  func violation(in facts: TraceFacts) -> Violation? {
    Overlap.first(in: facts) { running, entering in running.lane != entering.lane }.map {
      Violation(
        "subscription \($0.entering.subject) got \($0.entering.eventWords) "
          + "while \($0.running.eventWords) was being delivered on another thread", at: $0.place)
    }
  }
}
