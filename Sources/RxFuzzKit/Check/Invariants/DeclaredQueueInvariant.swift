/// SCHED-1: where the graph promises one queue for all deliveries, each arrives there.
struct DeclaredQueueInvariant: TraceInvariant {
  let name = InvariantName.sched1
  let statement = "Events arrive on the declared queue."

  func violation(in facts: TraceFacts) -> Violation? {
    guard let queue = facts.script.deliveryQueue else { return nil }
    let firstSchedulerLane = 16
    let stray = facts.records.firstIndex {
      $0.isDelivery && Int($0.lane) != firstSchedulerLane + queue
    }
    return stray.map { index in
      Violation(
        "subscription \(facts.records[index].subject) got \(facts.records[index].eventWords) "
          + "outside queue \(Letters.schedulerQueue(queue))", at: index)
    }
  }
}
