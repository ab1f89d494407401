/// TERM-1, by counting.
struct SingleTerminalInvariant: TraceInvariant {
  let name = InvariantName.term1
  let statement = "Each observer gets at most one terminal event."

  func violation(in facts: TraceFacts) -> Violation? {
    for subscription in facts.subscriptions {
      let places = facts.records.indices.filter {
        facts.records[$0].isTerminal && facts.records[$0].subject == subscription.number
      }
      if places.count > 1 {
        let words = places.map { facts.records[$0].eventWords }.joined(separator: " and ")
        return
          Violation(
            "subscription \(subscription.number) got \(places.count) terminal events: \(words)",
            at: places[1])
      }
    }
    return nil
  }
}
