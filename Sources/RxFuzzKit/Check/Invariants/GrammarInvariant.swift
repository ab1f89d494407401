/// GRAM-1, by an automaton over the entries of each observer's callbacks.
struct GrammarInvariant: TraceInvariant {
  let name = InvariantName.gram1
  let statement = "A sequence is any number of elements, then at most one error or completed."

  func violation(in facts: TraceFacts) -> Violation? {
    for subscription in facts.subscriptions {
      var terminal: TraceRecord?
      for (index, record) in facts.records.enumerated()
      where record.isDelivery && record.subject == subscription.number {
        if let terminal {
          return Violation(
            "subscription \(subscription.number) got \(record.eventWords) "
              + "after \(terminal.eventWords)", at: index)
        }
        if record.isTerminal { terminal = record }
      }
    }
    return nil
  }
}
