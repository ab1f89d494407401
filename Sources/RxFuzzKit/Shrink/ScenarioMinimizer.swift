/// Makes the scenario of a finding smaller, for callers that run trials in their own process.
public enum ScenarioMinimizer {
  /// The smallest scenario that shows the same failure, with the finding of its last trial.
  /// - `trialsMax`: trials that may be run.
  /// - `fails`: races or explores a scenario, at most so many times, and gives what it violated; nil: nothing.
  public static func minimized(
    _ finding: Finding, library: any LibraryUnderTest, trialsMax: Int,
    fails: (Scenario, _ races: UInt64) -> Finding?
  ) -> Finding {
    var shrinker = Shrinker(finding, lock: finding.fingerprint, library: library)
    while shrinker.trials < trialsMax, let trial = shrinker.trial {
      let seen = fails(trial.subject, trial.races)
      if let seen, seen.fingerprint == finding.fingerprint {
        // What a schedule repeats fails in each race of a round.
        shrinker.record(.failed(seen, races: 1))
      } else {
        shrinker.record(.held(races: trial.races))
      }
    }
    shrinker.cut()
    return shrinker.best
  }
}
