/// How a run divides its time between races and the shrinking of what they have found.
///
/// A library with many defects would have its first minutes spent on nothing but making findings small, and what takes
/// more races to be seen would not be seen at all.
struct ShrinkShare {
  /// Trials take no longer than so much and what races have taken: the first findings are small soon.
  static let headStartMilliseconds: UInt64 = 3_000

  private var trialMilliseconds: UInt64 = 0
  private var raceMilliseconds: UInt64 = 0

  /// So much time went into a unit, as if nothing else had gone on beside it: two trials at a time take the place of one race.
  /// Where there are races, what is explored beside trials takes no time from those and gives none to races.
  mutating func add(_ milliseconds: UInt64, on unit: WorkUnit, in engine: EngineChoice) {
    if unit.isTrial {
      trialMilliseconds += milliseconds
    } else if unit.engine == .stress || !engine.races {
      raceMilliseconds += milliseconds
    }
  }

  /// Whether races go first, where there are any to be made.
  var isUsedUp: Bool { trialMilliseconds > Self.headStartMilliseconds + raceMilliseconds }
}
