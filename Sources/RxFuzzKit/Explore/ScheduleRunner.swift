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
  /// Makes schedule points of what runs have shown to matter since it was called last; false where that
  /// is nothing. Searches begin anew after it.
  func adoptPoints() -> Bool
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
