/// Which batches of generated scenarios a run of both engines explores, too: in the survey at its start one of three, so that
/// each way to write each row is explored in every other round of it; after that one of `EngineChoice.exploredEvery`.
///
/// A value; any thread.
struct ExploredBatches: Sendable {
  /// Batches of the survey.
  private let survey: UInt64

  /// Of three batches in a row, the first one is always aimed.
  private static let everyInSurvey: UInt64 = 3

  init(survey: UInt64 = 0) { self.survey = survey }

  private var surveyed: UInt64 { Self.rounded(survey, up: Self.everyInSurvey) }
  private var behind: UInt64 { Self.rounded(survey, up: EngineChoice.exploredEvery) }

  /// The batch of that ordinal, from 0.
  func batch(_ ordinal: UInt64) -> UInt64 {
    ordinal < surveyed
      ? ordinal * Self.everyInSurvey
      : (behind + ordinal - surveyed) * EngineChoice.exploredEvery
  }

  /// The ordinal of the first one from that batch on.
  func ordinal(from batch: UInt64) -> UInt64 {
    let own = Self.rounded(batch, up: Self.everyInSurvey)
    if own < surveyed { return own }
    return surveyed + max(Self.rounded(batch, up: EngineChoice.exploredEvery), behind) - behind
  }

  private static func rounded(_ number: UInt64, up divisor: UInt64) -> UInt64 {
    number / divisor + (number % divisor == 0 ? 0 : 1)
  }
}
