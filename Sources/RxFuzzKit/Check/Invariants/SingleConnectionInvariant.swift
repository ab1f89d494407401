/// SHARE-1: the connections of a shared sequence, seen by the subscribe effects of its sources.
///
/// Judged where the graph says so: one row that shares and connects by itself, all feeds below it, and nothing in the
/// graph that ends a sequence early, subscribes again or elsewhere. That the last subscriber's leaving releases the
/// connection is DISP-5.
struct SingleConnectionInvariant: TraceInvariant {
  let name = InvariantName.share1
  let statement =
    "Ref-counted sharing has at most one connection at a time, and one while anybody is subscribed."
  var connections = LibrarySemantics.ConnectionTurns.oneAtATime

  /// True if it lets everything through from one subscription to one subscription.
  private static func isTransparent(_ node: Chain) -> Bool {
    guard let row = Catalogue.row(named: node.row) else { return false }
    return row.traits.contains(.hearsOut) && !row.model.role.subscribesLater
  }

  func violation(in facts: TraceFacts) -> Violation? {
    guard facts.script.shares, let feeds = Self.sharedFeeds(of: facts.script.chain) else {
      return nil
    }
    let end = firstEnd(in: facts)
    for (feed, leaves) in feeds.sorted(by: { $0.key < $1.key }) {
      let attachments = facts.attachments.filter { $0.feed == feed }
      for attachment in attachments where attachment.attachedAt < end {
        let open =
          attachments.count {
            $0.isOpen(at: attachment.attachedAt)
              && !isBeingClosed($0, at: attachment.attachedAt, in: facts)
          } + 1
        if open > leaves {
          return Violation(
            "feed \(Letters.feed(feed)) has \(open) connections at once instead of \(leaves)",
            at: attachment.attachedAt)
        }
      }
      guard let raceEnd = facts.raceEnd, end > raceEnd, !facts.trace.endState.hung,
        let waiting = facts.subscriptions.first(where: { $0.isThere && $0.disposalEnter == nil })
      else { continue }
      let open = attachments.count { $0.isOpen(at: raceEnd) }
      if open < leaves {
        return Violation(
          "subscription \(waiting.number) waits for feed \(Letters.feed(feed)), "
            + "to which nothing is connected")
      }
    }
    return nil
  }

  /// Whether somebody is leaving at that moment whose leaving closes it, where the next may be opened meanwhile.
  private func isBeingClosed(
    _ attachment: TraceFacts.Attachment, at position: Int, in facts: TraceFacts
  ) -> Bool {
    guard connections == .nextOpensWhileOneCloses,
      let closed = attachment.detachedAt.first(where: { $0 > position })
    else { return false }
    return facts.runs.indices.dropFirst().contains { ordinal in
      switch facts.script.actions[ordinal - 1] {
      case .dispose, .drop: break
      case .next, .error, .completed, .subscribe, .advance: return false
      }
      guard let enter = facts.runs[ordinal].enter else { return false }
      return enter < position && facts.runs[ordinal].exit.map { closed < $0 } ?? true
    }
  }

  /// Where the first event starts that may end a connection by itself.
  private func firstEnd(in facts: TraceFacts) -> Int {
    facts.runs.indices.dropFirst().compactMap { ordinal in
      switch facts.script.actions[ordinal - 1] {
      case .error, .completed, .advance: facts.runs[ordinal].enter
      case .next, .dispose, .drop, .subscribe: nil
      }
    }.min() ?? facts.records.count
  }

  /// The number of leaves of each feed, or nil where the graph does not say.
  private static func sharedFeeds(of chain: Chain) -> [Int: Int]? {
    let nodes = chain.nodes
    let sharing = nodes.filter { isSharing($0) }
    guard sharing.count == 1,
      Catalogue.row(named: sharing[0].row)?.traits.contains(.connects) == false,
      nodes.allSatisfy({ isSharing($0) || isTransparent($0) })
    else { return nil }
    func feeds(_ nodes: [Chain]) -> [Int] {
      nodes.filter { $0.row == "feed" }.compactMap(\.label)
    }
    let below = feeds(sharing[0].nodes)
    guard below.count == feeds(nodes).count else { return nil }
    return Dictionary(below.map { ($0, 1) }, uniquingKeysWith: +)
  }

  private static func isSharing(_ node: Chain) -> Bool {
    Catalogue.row(named: node.row)?.traits.contains(.shares) ?? false
  }
}

extension TraceFacts.Attachment {
  /// True if it was made before `position` and not released before it.
  fileprivate func isOpen(at position: Int) -> Bool {
    attachedAt < position && !detachedAt.contains { $0 < position }
  }
}

extension SubscriptionFacts {
  /// True if its `subscribe` has returned.
  fileprivate var isThere: Bool { subscribe.exit != nil }
}
