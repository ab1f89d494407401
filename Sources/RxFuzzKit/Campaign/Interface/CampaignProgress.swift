import ScheduleKit

/// How far a run is.
public struct CampaignProgress: Sendable {
  public var elapsedMilliseconds: UInt64 = 0
  /// Iterations wanted in all, or nil where only time bounds the run.
  public var total: UInt64?
  /// How long the run may take, or nil where only iterations bound it.
  public var timeMilliseconds: UInt64?
  /// What the run is done by.
  public var engine = EngineChoice.stress
  /// Schedules that were run under control and judged, and how long that took in all children.
  public var schedules: UInt64 = 0
  public var exploredMicroseconds: UInt64 = 0
  /// The widest view of any scenario that was explored: what was a schedule point, and what was not.
  public var pointCoverage = PointCoverage()
  /// Parts of the library that were raced on their own: scripts, and races of them.
  public var primitiveScripts: UInt64 = 0
  public var primitiveRaces: UInt64 = 0
  /// Iterations raced and judged.
  public var raced: UInt64 = 0
  public var overlapped: UInt64 = 0
  public var firstQueueFirst: UInt64 = 0
  public var undecided: UInt64 = 0
  /// Iterations of batches that a crash or a hang cut short; they were not judged.
  public var skipped: UInt64 = 0
  /// Children that took too much memory and were followed by new ones.
  public var memoryRestarts: UInt64 = 0
  /// What crashes and hangs cost that had been found before, as time of the whole run.
  public var knownMilliseconds: UInt64 = 0
  public var findings = 0
  /// Largest resident size of any child.
  public var residentKibibytes: UInt64 = 0
  /// What generated scenarios have met, where the plan notes it.
  public var met: Met?
  /// What is being shrunk at the moment, in words.
  public var shrinking: String?
  public init() {}

  /// Sums of a coverage map.
  public struct Met: Hashable, Sendable {
    /// Pairs of a template with an operator, or with an operator and what feeds it.
    public var places: UInt64
    /// Kinds of outcomes of each of them.
    public var outcomes: UInt64
    public init(places: UInt64, outcomes: UInt64) {
      self.places = places
      self.outcomes = outcomes
    }
  }

  /// Iterations done of those wanted: races, or schedules where nothing is raced.
  public var done: UInt64 { (engine.races ? raced : schedules) + skipped }

  /// Schedules per second and child, over the time that was spent on them.
  public var schedulesPerSecond: Double {
    exploredMicroseconds == 0 ? 0 : Double(schedules) * 1e6 / Double(exploredMicroseconds)
  }

  /// Iterations per second, over the whole run.
  public var perSecond: Double {
    let count = engine.races ? raced : schedules
    return elapsedMilliseconds == 0 ? 0 : Double(count) * 1_000 / Double(elapsedMilliseconds)
  }
}
