/// Finds the fewest deviations of a failing run that still show the same failure.
///
/// Delta debugging: whole parts are left out first, then single deviations, until none can go. Source:
/// Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", TSE 2002.
struct ScheduleShrinker {
  /// Runs that one shrinking may take.
  static let runsMaxDefault = 2_000
  /// Runs that leave threads behind, or are as long as a livelock, may be so many at least.
  static let runsMin = 64
  /// Operations that all of them may have together: those of a livelock would take half a minute.
  private static let operationsMax = 4_000_000

  /// Runs that it may take where the failing one has so many operations.
  static func runsMax(operations: Int) -> Int {
    min(runsMaxDefault, max(runsMin, operationsMax / max(1, operations)))
  }

  /// Repeats a run with these deviations. Returns the deviations that the run then truly had, if it
  /// failed in the same way; nil otherwise.
  let repeats: ([Deviation]) -> [Deviation]?
  private(set) var runs = 0
  private let runsMax: Int

  init(
    runsMax: Int = ScheduleShrinker.runsMaxDefault,
    repeating repeats: @escaping ([Deviation]) -> [Deviation]?
  ) {
    self.repeats = repeats
    self.runsMax = runsMax
  }

  /// The smallest set found; the one given where nothing can be left out.
  mutating func shrink(_ deviations: [Deviation]) -> [Deviation] {
    var best = deviations
    var parts = 2
    while !best.isEmpty, runs < runsMax {
      let size = max(1, (best.count + parts - 1) / parts)
      if let smaller = withoutOnePart(best, size: size) {
        best = smaller
        parts = max(2, parts - 1)
      } else if size == 1 {
        return best
      } else {
        parts = min(best.count, parts * 2)
      }
    }
    return best
  }

  /// Leaves out the parts one after another, the last first: what follows a failure matters least.
  private mutating func withoutOnePart(_ deviations: [Deviation], size: Int) -> [Deviation]? {
    var end = deviations.count
    while end > 0, runs < runsMax {
      let start = max(0, end - size)
      runs += 1
      if let actual = repeats(Array(deviations[..<start] + deviations[end...])),
        actual.count < deviations.count
      {
        return actual
      }
      end = start
    }
    return nil
  }
}
