/// DISP-6: disposal that comes before `subscribe` has returned still releases what is attached later.
struct EarlyDisposalInvariant: TraceInvariant {
  let name = InvariantName.disp6
  let statement =
    "A subscription disposed before subscribe returned still releases what is set later."

  func violation(in facts: TraceFacts) -> Violation? {
    guard facts.isComplete, let raceEnd = facts.raceEnd else { return nil }
    for attachment in facts.attachments {
      guard let number = attachment.subscription,
        let subscription = facts.subscription(number),
        let disposal = subscription.disposalEnter, let subscribed = subscription.subscribe.exit,
        disposal < subscribed, subscription.disposalPoint != nil
      else { continue }
      if attachment.detachedAt.allSatisfy({ $0 > raceEnd }),
        !facts.mayOutliveSubscription(attachment)
      {
        return Violation(
          "resource of feed \(Letters.feed(attachment.feed)) was kept although "
            + "subscription \(number) was disposed before subscribe had returned",
          at: attachment.attachedAt)
      }
    }
    return nil
  }
}
