/// DISP-5: each attachment's resource is disposed once, and by the end of the race where every
/// subscription had ended by then.
struct SingleReleaseInvariant: TraceInvariant {
  let name = InvariantName.disp5
  let statement =
    "Each resource is disposed exactly once, by a terminal event or by dispose, whichever is first."

  func violation(in facts: TraceFacts) -> Violation? {
    for attachment in facts.attachments {
      let count = attachment.detachedAt.count
      let feed = Letters.feed(attachment.feed)
      if count > 1 {
        return Violation(
          "resource of feed \(feed) disposed \(count) times", at: attachment.detachedAt[1])
      }
      guard facts.isComplete, let raceEnd = facts.raceEnd else { continue }
      if count == 0 {
        if facts.trace.endState.isUnderWayElsewhere { continue }
        return Violation("resource of feed \(feed) never disposed", at: attachment.attachedAt)
      }
      if attachment.detachedAt[0] > raceEnd, !facts.mayOutliveSubscription(attachment),
        hasEnded(attachment, in: facts, by: raceEnd)
      {
        return Violation(
          "resource of feed \(feed) outlived the end of its subscription", at: attachment.attachedAt
        )
      }
    }
    return violationOfCounts(in: facts)
  }

  /// What closures counted: resources without a source, and callbacks that come in pairs.
  private func violationOfCounts(in facts: TraceFacts) -> Violation? {
    let end = facts.trace.endState
    if end.resourcesClosedAgain > 0 {
      return Violation("a resource of the graph was disposed more than once")
    }
    guard facts.isComplete else { return nil }
    return end.resourcesOpen > 0 ? Violation("a resource of the graph was never disposed") : nil
  }

  /// True if the thread that delivered this has done by the end of the race what it does in consequence. What
  /// a timer sets off may hop to another queue, and be on its way there.
  private func isFollowedUp(_ record: TraceRecord, in facts: TraceFacts) -> Bool {
    !facts.script.isTimed || record.lane < SchedulerQueues.firstLane
  }

  /// True if the subscription that caused it, or every one where that is not known, had ended.
  private func hasEnded(
    _ attachment: TraceFacts.Attachment, in facts: TraceFacts, by raceEnd: Int
  ) -> Bool {
    facts.subscriptions.allSatisfy { subscription in
      if let owner = attachment.subscription, owner != subscription.number { return true }
      if let point = subscription.disposalPoint, point < raceEnd { return true }
      return facts.records[..<raceEnd].contains {
        $0.isTerminal && $0.subject == subscription.number && isFollowedUp($0, in: facts)
      }
    }
  }
}
