/// The named bounds of shrinking.
public enum ShrinkLimits {
  /// How long one finding may take when nothing else is asked for.
  public static let secondsDefault = 10
  /// Rounds of one candidate in which the failure must be seen for it to count.
  static let hitsWanted = 2
  /// Rounds that a candidate gets.
  static let roundsMax = 3
  /// Rounds that the finding itself gets to show its failure again, before it is given up as too rare.
  static let confirmingRoundsMax = 10
  /// Races of a round are this many times those that the finding needs on average to fail, so that
  /// a candidate that fails as often misses a round once in e to this power.
  static let roundFactor: UInt64 = 4
  /// Fewest and most races of a round.
  static let roundRaces: ClosedRange<UInt64> = 256...16_384
  /// Candidates tried for one finding.
  static let candidatesMax = 5_000
  /// How long a race of a candidate may stand still before it counts as hung: long enough for a loaded
  /// machine, and short enough for more than one candidate.
  static let hangMilliseconds: UInt64 = 1_500
  /// Findings that may wait to be shrunk; more stay as they were found.
  static let findingsMax = 16
}
