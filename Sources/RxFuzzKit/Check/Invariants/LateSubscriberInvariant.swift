/// SUBJ-1: a subject that has ended, with nothing else running, gives a late subscriber no element.
struct LateSubscriberInvariant: TraceInvariant {
  let name = InvariantName.subj1
  let statement =
    "After its terminal event a subject gives a late subscriber the replay, if any, and that event only."

  func violation(in facts: TraceFacts) -> Violation? {
    for subscription in facts.subscriptions {
      guard let start = subscription.subscribe.enter else { continue }
      let ended = facts.script.forgetfulSubjects.filter { hasEnded($0, before: start, in: facts) }
      guard !ended.isEmpty else { continue }
      for (index, record) in facts.records.enumerated()
      where record.kind == .nextEnter && record.subject == subscription.number {
        let emission = Token.emission(record.value)
        guard emission > 0, emission <= facts.script.actions.count,
          case .next(let feed, _) = facts.script.actions[emission - 1], ended.contains(feed)
        else { continue }
        return Violation(
          "subscription \(subscription.number) got \(record.eventWords) "
            + "of subject \(Letters.feed(feed)), which had ended before", at: index)
      }
    }
    return nil
  }

  private func hasEnded(_ subject: Int, before start: Int, in facts: TraceFacts) -> Bool {
    var ended = false
    for ordinal in facts.runs.indices.dropFirst() {
      let run = facts.runs[ordinal]
      switch facts.script.actions[ordinal - 1] {
      case .error(subject), .completed(subject):
        if let exit = run.exit, exit < start { ended = true }
        if run.isOpen(at: start) { return false }
      case .next, .error, .completed, .advance:
        if run.isOpen(at: start) { return false }
      case .dispose, .drop, .subscribe: break
      }
    }
    return ended
  }
}
