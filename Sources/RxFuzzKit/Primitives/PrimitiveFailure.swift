/// What makes two failures of primitives the same: the primitive, the rule, and the message, whatever the numbers in it.
///
/// Behind a colon stands what one race showed, which differs from script to script.
struct PrimitiveFailure: Hashable, Sendable {
  private let primitive: String
  let fingerprint: FindingFingerprint

  init(primitive: String, _ invariant: InvariantName, _ message: String) {
    self.primitive = primitive
    // What a process died of has its site behind the colon.
    let words = invariant == .ref1 ? message.prefix { $0 != ":" } : message[...]
    fingerprint = FindingFingerprint(invariant: invariant, message: String(words))
  }

  init(_ found: PrimitiveCampaign.Found) {
    self.init(primitive: found.primitive, found.invariant, found.message)
  }
}
