/// A failure whose candidates children race.
protocol TrialFailure: ShrinkableFailure {
  /// Where a unit that races a trial has its work from.
  static func source(lock: FindingFingerprint?) -> WorkUnit.Source
}

extension Finding: TrialFailure {
  static func source(lock: FindingFingerprint?) -> WorkUnit.Source { .trial(lock: lock) }
}

extension PrimitiveCampaign.Found: TrialFailure {
  static func source(lock: FindingFingerprint?) -> WorkUnit.Source { .primitiveTrial(lock: lock) }
}

/// What the next trial needs.
struct TrialDemand: Hashable, Sendable {
  var engine: WorkEngine
  /// Whether its process must have raced nothing: ThreadSanitizer reports a data race only once in each.
  var needsFreshChild: Bool
}
