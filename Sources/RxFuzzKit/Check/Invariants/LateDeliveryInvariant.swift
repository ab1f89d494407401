/// DISP-8: of the events that were in flight at the point of disposal, at most one is delivered after it.
///
/// Delivery is serial, and each stage looks whether it is disposed: only the one event that had passed them all can
/// still arrive. Libraries that look once, before several events, do not promise it.
struct LateDeliveryInvariant: TraceInvariant {
  let name = InvariantName.disp8
  let statement = "Of what was in flight when dispose returned, at most one event is delivered."

  func violation(in facts: TraceFacts) -> Violation? {
    for subscription in facts.subscriptions {
      guard let point = subscription.disposalPoint else { continue }
      let late = facts.records.indices.dropFirst(point + 1).filter { index in
        let record = facts.records[index]
        return record.isDelivery && record.subject == subscription.number
      }
      guard late.count > 1 else { continue }
      return Violation(
        "subscription \(subscription.number) got \(facts.records[late[1]].eventWords), "
          + "the second event to begin after dispose had returned", at: late[1])
    }
    return nil
  }
}
