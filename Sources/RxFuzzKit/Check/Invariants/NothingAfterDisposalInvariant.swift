/// DISP-4: what is delivered after the point of disposal was in flight then.
///
/// An element was in flight if the action that emitted it (the latest one, for a combined element) had
/// started before the point. A terminal event carries no tag: it was in flight if some emission or
/// subscription was running at the point; where events change threads, if any had started before it;
/// where events of several threads are put in a row, if any had started before it and somebody, who may
/// have been delivering it for the emitter, was still at work.
struct NothingAfterDisposalInvariant: TraceInvariant {
  let name = InvariantName.disp4
  let statement =
    "What is emitted after dispose returned is never delivered."

  func violation(in facts: TraceFacts) -> Violation? {
    for subscription in facts.subscriptions {
      guard let point = subscription.disposalPoint else { continue }
      for (index, record) in facts.records.enumerated().dropFirst(point + 1)
      where record.isDelivery && record.subject == subscription.number {
        if !wasInFlight(record, at: point, in: facts) {
          return Violation(
            "subscription \(subscription.number) got \(record.eventWords), "
              + "which was emitted after dispose had returned", at: index)
        }
      }
    }
    return nil
  }

  private func wasInFlight(_ record: TraceRecord, at point: Int, in facts: TraceFacts) -> Bool {
    if record.kind == .nextEnter {
      let emission = Token.emission(record.value)
      if emission == 0 { return mayComeByItself(at: point, in: facts) }
      guard facts.runs.indices.contains(emission), let start = facts.runs[emission].enter else {
        return true
      }
      return start < point
    }
    return mayComeByItself(at: point, in: facts)
  }

  /// True if something untagged could have been under way at the point.
  private func mayComeByItself(at point: Int, in facts: TraceFacts) -> Bool {
    if facts.script.isAsynchronous { return true }
    let mayBeDeliveredByAnother =
      facts.script.serialises && facts.runs.dropFirst().contains { $0.isOpen(at: point) }
    return facts.runs.indices.dropFirst().contains { ordinal in
      switch facts.script.actions[ordinal - 1] {
      case .next, .error, .completed, .subscribe, .advance:
        mayBeDeliveredByAnother
          ? facts.runs[ordinal].enter.map { $0 < point } ?? false
          : facts.runs[ordinal].isOpen(at: point)
      case .dispose, .drop: false
      }
    }
  }
}
