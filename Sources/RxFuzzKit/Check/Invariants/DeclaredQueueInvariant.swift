/// SCHED-1: where the graph promises one queue for all deliveries, each arrives there.
///
/// Where an end is left to whoever comes by, who subscribes or disposes may be the one that sends it.
struct DeclaredQueueInvariant: TraceInvariant {
  let name = InvariantName.sched1
  let statement = "Events arrive on the declared queue."
  var meeting = LibrarySemantics.Meeting.queue

  func violation(in facts: TraceFacts) -> Violation? {
    guard let queue = facts.script.deliveryQueue else { return nil }
    let firstSchedulerLane = 16
    let stray = facts.records.indices.first {
      let record = facts.records[$0]
      return record.isDelivery && Int(record.lane) != firstSchedulerLane + queue
        && !isLeftEnd(at: $0, in: facts)
    }
    return stray.map { index in
      Violation(
        "subscription \(facts.records[index].subject) got \(facts.records[index].eventWords) "
          + "outside queue \(Letters.schedulerQueue(queue))", at: index)
    }
  }

  /// Whether that delivery is an end, and sent from inside the call that makes or disposes its subscription.
  private func isLeftEnd(at index: Int, in facts: TraceFacts) -> Bool {
    let record = facts.records[index]
    guard meeting == .elementsWait, record.kind != .nextEnter else { return false }
    return facts.script.actions.indices.contains {
      let run = facts.runs[$0 + 1]
      return facts.script.actions[$0].subscription == Int(record.subject) && run.isOpen(at: index)
        && run.enter.map { facts.records[$0].lane } == record.lane
    }
  }
}
