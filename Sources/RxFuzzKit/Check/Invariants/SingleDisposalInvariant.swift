/// DISP-1: however many disposers race, the effect of disposal shows once.
struct SingleDisposalInvariant: TraceInvariant {
  let name = InvariantName.disp1
  let statement = "Disposal is idempotent and thread-safe: any number of disposers, one effect."

  func violation(in facts: TraceFacts) -> Violation? {
    for subscription in facts.subscriptions {
      let calls = facts.records.indices.filter {
        facts.records[$0].kind == .disposedCallback
          && facts.records[$0].subject == subscription.number
      }
      if calls.count > 1 {
        return Violation(
          "onDisposed of subscription \(subscription.number) was called \(calls.count) times",
          at: calls[1])
      }
    }
    return nil
  }
}
