/// Runs one scenario under control, as often as it is asked to.
///
/// Thread-safety: use from one thread.
public protocol ScheduleRunner: AnyObject {
  /// What places in the code are called in replay strings.
  var names: SiteNames { get }
  /// What a person calls a place in the code, for example `SinkDisposer.dispose()`.
  func place(_ site: UInt) -> String
  /// Runs it once, guided by that control: `begin`, a choice before each operation, `end`. Returns nil
  /// where the control's strategy has nothing left to try.
  func run(_ control: ScheduleControl) -> ScheduleRun?
  /// Why no run is held against the sequential model, or nil: runs are then judged by all other rules.
  var missingModel: String? { get }
  /// Makes schedule points of what runs have shown to matter since it was called last; false where that
  /// is nothing. Searches begin anew after it.
  func adoptPoints() -> Bool
}

extension ScheduleRunner {
  public var missingModel: String? { nil }
}

/// How one run under control went.
public struct ScheduleRun: Sendable {
  /// What it violated, and by what; nil where it was lawful.
  public var violation: CorpusFile.Verdict?
  /// The trace.
  public var records: [TraceRecord]
  /// Who waits for whom, or what raced with what; empty where the trace tells all.
  public var details: String
  /// Why it could not be judged, if it could not: one line.
  public var undecided: String?
  /// What the run could see.
  public var pointCoverage = PointCoverage()
  /// Its tasks could not end, and were abandoned: each such run leaves threads behind.
  public var isStuck: Bool

  public init(
    violation: CorpusFile.Verdict? = nil, records: [TraceRecord] = [], details: String = "",
    undecided: String? = nil, isStuck: Bool = false
  ) {
    self.violation = violation
    self.records = records
    self.details = details
    self.undecided = undecided
    self.isStuck = isStuck
  }
}

/// What of the code under test was a schedule point in a run, and what was not.
public struct PointCoverage: Hashable, Sendable {
  /// Objects and places in the code whose accesses were points.
  public var points = 0
  /// Accesses that were none, since no two tasks share what they touch, or nobody writes it.
  public var accessesPassed = 0
  /// Accesses that there was no room to watch.
  public var accessesUnwatched = 0
  public init() {}

  /// The widest view of both.
  mutating func formUnion(_ other: PointCoverage) {
    points = max(points, other.points)
    accessesPassed = max(accessesPassed, other.accessesPassed)
    accessesUnwatched = max(accessesUnwatched, other.accessesUnwatched)
  }

  /// For example `23 objects and places are points; up to 410 accesses of a schedule are none: ...`.
  public var words: String {
    "\(NumberWords.grouped(UInt64(points))) shared objects and places are points beside all "
      + "synchronisation; up to \(NumberWords.counted(UInt64(accessesPassed), "access", "accesses")) of a "
      + "schedule are none: no two tasks share what they touch, or nobody writes it"
  }
}
