/// What makes two failures of parts the same: the part, the rule, and the message, whatever the numbers in it.
///
/// Behind a colon stands what one race showed, which differs from script to script.
struct PrimitiveFailure: Hashable, Sendable {
  private let part: String
  let fingerprint: FindingFingerprint

  init(part: String, _ invariant: InvariantName, _ message: String) {
    self.part = part
    // What a process died of has its site behind the colon.
    let words = invariant == .ref1 ? message.prefix { $0 != ":" } : message[...]
    fingerprint = FindingFingerprint(invariant: invariant, message: String(words))
  }

  init(_ found: PrimitiveCampaign.Found) {
    self.init(part: found.part, found.invariant, found.message)
  }
}
