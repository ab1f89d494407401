/// TERM-2: entries that follow the exit of a terminal callback. What enters while the callback still
/// runs breaks SER-1 or REENT-1 instead.
struct NothingAfterTerminalInvariant: TraceInvariant {
  let name = InvariantName.term2
  let statement = "Nothing starts after a terminal event has been delivered."

  func violation(in facts: TraceFacts) -> Violation? {
    for subscription in facts.subscriptions {
      var ended: TraceRecord?
      for (index, record) in facts.records.enumerated() where record.subject == subscription.number
      {
        if record.isDelivery, let ended {
          return
            Violation(
              "subscription \(subscription.number) got \(record.eventWords) after the delivery of "
                + "\(ended.eventWords) had ended", at: index)
        }
        if record.kind == .errorExit || record.kind == .completedExit { ended = record }
      }
    }
    return nil
  }
}
