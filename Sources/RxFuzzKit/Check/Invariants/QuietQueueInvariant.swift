/// DISP-3, where dispose ran on the scheduler queue that delivers: nothing can be in flight there.
struct QuietQueueInvariant: TraceInvariant {
  let name = InvariantName.disp3
  let statement =
    "After a dispose has returned on the serial queue that delivers, nothing is delivered."

  func violation(in facts: TraceFacts) -> Violation? {
    let firstSchedulerLane = 16
    for subscription in facts.subscriptions {
      guard let point = subscription.disposalPoint, facts.script.deliveryQueue != nil,
        Int(facts.records[point].lane) >= firstSchedulerLane
      else { continue }
      let lane = facts.records[point].lane
      for (index, record) in facts.records.enumerated().dropFirst(point + 1)
      where record.isDelivery && record.subject == subscription.number && record.lane == lane {
        return Violation(
          "subscription \(subscription.number) got \(record.eventWords) on the queue "
            + "on which its dispose had returned", at: index)
      }
    }
    return nil
  }
}
