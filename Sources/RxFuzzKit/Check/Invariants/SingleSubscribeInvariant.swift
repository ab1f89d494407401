/// SUB-1: the subscribe effect of each feed, counted against the places of the graph that name it.
struct SingleSubscribeInvariant: TraceInvariant {
  let name = InvariantName.sub1
  let statement = "The subscribe effect of a source happens once for each subscription."

  func violation(in facts: TraceFacts) -> Violation? {
    guard !facts.script.mayResubscribe, !facts.script.shares else { return nil }
    for (feed, leaves) in facts.script.feedLeaves.sorted(by: { $0.key < $1.key }) {
      let attachments = facts.attachments.filter { $0.feed == feed }
      let made = facts.subscriptions.count { $0.hasStarted }
      if attachments.count > leaves * made {
        return words(feed, attachments.count, leaves * made)
      }
      for subscription in facts.subscriptions {
        let own = attachments.count { $0.subscription == subscription.number }
        if own > leaves { return words(feed, own, leaves) }
      }
      if attachments.count < leaves * made, mustAllAttach(in: facts) {
        return words(feed, attachments.count, leaves * made)
      }
    }
    return nil
  }

  private func words(_ feed: Int, _ found: Int, _ due: Int) -> Violation {
    Violation("feed \(Letters.feed(feed)) was subscribed \(found) times instead of \(due)")
  }

  /// True if no subscription had a reason to leave out a source: none was disposed or ended before the
  /// race did, and no row ends before its source.
  private func mustAllAttach(in facts: TraceFacts) -> Bool {
    guard facts.isComplete, let raceEnd = facts.raceEnd, !facts.script.mayCutShort else {
      return false
    }
    return facts.subscriptions.allSatisfy { subscription in
      if subscription.disposalEnter != nil { return false }
      return !facts.records[..<raceEnd].contains {
        $0.isTerminal && $0.subject == subscription.number
      }
    }
  }
}
