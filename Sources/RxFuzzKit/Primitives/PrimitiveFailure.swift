/// What makes two failures of primitives the same: the primitive, the rule, and the message, whatever the numbers in it.
///
/// Behind a colon stands what one race showed, which differs from script to script.
struct PrimitiveFailure: Hashable, Sendable {
  private let primitive: String
  let fingerprint: FindingFingerprint

  init(_ program: PrimitiveProgram, _ invariant: InvariantName, _ message: String) {
    self.init(primitive: Self.words(program, invariant), invariant, message)
  }

  init(primitive: String, _ invariant: InvariantName, _ message: String) {
    self.primitive = primitive
    // What a process died of has its site behind the colon.
    let words = invariant == .ref1 ? message.prefix { $0 != ":" } : message[...]
    fingerprint = FindingFingerprint(invariant: invariant, message: String(words))
  }

  init(_ found: PrimitiveCampaign.Found) {
    self.init(found.program, found.invariant, found.message)
  }

  /// The last words of a process are alike whatever it died of: the check that it was about tells them apart.
  private static func words(_ program: PrimitiveProgram, _ invariant: InvariantName) -> String {
    guard [.crash1, .live1, .live2].contains(invariant), case .check(let script) = program,
      script.queues.joined().count == 1
    else { return program.primitive }
    return script.description
  }
}
