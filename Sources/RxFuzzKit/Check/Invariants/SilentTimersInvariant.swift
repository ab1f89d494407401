/// TIME-1: nothing is delivered once everything was disposed and had drained.
struct SilentTimersInvariant: TraceInvariant {
  let name = InvariantName.time1
  let statement = "No timer fires after its disposal has drained."

  func violation(in facts: TraceFacts) -> Violation? {
    guard let tornDown = facts.tornDown, !facts.trace.endState.mayBeAtWorkElsewhere else {
      return nil
    }
    let late = facts.records[(tornDown + 1)...].firstIndex(where: \.isDelivery)
    return late.map { index in
      Violation(
        "subscription \(facts.records[index].subject) got \(facts.records[index].eventWords) "
          + "after everything was disposed and drained", at: index)
    }
  }
}
