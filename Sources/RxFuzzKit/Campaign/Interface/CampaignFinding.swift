/// A finding with its place in the corpus.
public struct CampaignFinding: Sendable {
  public var finding: Finding
  public var fingerprint: FindingFingerprint
  /// The corpus file that holds it, whether raced again or just written; nil where none does.
  public var file: String?
  /// It came from a file that was raced again.
  public var isReplayed: Bool
  /// The corpus has held it since before the run.
  public var isKnown = false
  /// That file is among those whose failures do not fail the run.
  public var isExpected = false
  /// How often it was found again.
  public var repeats: UInt64 = 0
  /// Its shrinking is about to begin.
  public var isToBeShrunk = false
  /// How its shrinking went, once it has ended.
  public var shrinking: ShrinkReport?
  /// The finding's message as a person reads it, places in the code by function, file and line; nil where that is the
  /// message itself.
  public var readableMessage: String?
  /// What names it in reports.
  public var title: String { readableMessage ?? finding.message }
}
