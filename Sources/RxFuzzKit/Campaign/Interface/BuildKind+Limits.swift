import ScheduleKit

extension BuildKind {
  /// How long a child may go without progress before it counts as hung.
  public var hangSeconds: Int { CampaignLimits.hangSeconds * hangFactor }

  /// How much later a hang is called one.
  var hangFactor: Int {
    hasThreadSanitizer ? CampaignLimits.hangFactorUnderThreadSanitizer : 1
  }

  /// Races of each corpus file at the start of a run.
  public var corpusRaces: UInt64 {
    hasThreadSanitizer
      ? CampaignLimits.corpusRacesUnderThreadSanitizer : CampaignLimits.corpusRaces
  }
}
