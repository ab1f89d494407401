/// Runs one piece of code under control, as often as it is asked to.
///
/// Thread-safety: use from one thread.
public protocol ScheduleRunner: AnyObject {
  /// What places in the code are called in replay strings.
  var names: SiteNames { get }
  /// What a person calls a place in the code, for example `Account.withdraw(_:)`.
  func place(_ site: UInt) -> String
  /// What a person calls the task of that path, see `ScheduleOperation.path`; nil: by its number.
  func taskName(path: UInt64) -> String?
  /// What a person calls the Swift task of that number, see `ScheduleOperation.swiftTask`; nil: by its number.
  func swiftTaskName(_ number: UInt32) -> String?
  /// Runs it once, guided by that control: `begin`, a choice before each operation, `end`. Returns nil
  /// where the control's strategy has nothing left to try.
  func run(_ control: ScheduleControl) -> ScheduleRun?
  /// What came of a run, for a proof that keeps the outcomes of all schedules; nil: nothing is kept.
  func outcome(of run: ScheduleRun) -> ScheduleOutcome?
  /// What atomic loads may see in its runs.
  var memory: MemoryModel { get }
  /// What no run is judged by, and why, in one line; nil where runs are judged by all rules there are.
  var unjudged: String? { get }
  /// Makes schedule points of what runs have shown to matter since it was called last; false where that
  /// is nothing. Searches begin anew after it.
  func adoptPoints() -> Bool
}

extension ScheduleRunner {
  public func taskName(path: UInt64) -> String? { nil }
  public func swiftTaskName(_ number: UInt32) -> String? { nil }

  /// What a person calls who performs an operation.
  public func name(of operation: ScheduleOperation) -> String {
    let number = operation.swiftTask
    if number > 0 { return swiftTaskName(number) ?? "Swift task \(number)" }
    return taskName(path: operation.path) ?? "task \(operation.task)"
  }
  public func outcome(of run: ScheduleRun) -> ScheduleOutcome? { nil }
  public var unjudged: String? { nil }
  public var memory: MemoryModel { .sequential }
}

/// How one run under control went.
public struct ScheduleRun: Sendable {
  /// What it violated, and by what; nil where it was lawful.
  public var violation: ScheduleViolation?
  /// What the runner has recorded of the run: any value of its own, which failures keep.
  public var trace: (any Sendable)?
  /// Who waits for whom, or what raced with what; empty where the trace says all.
  public var details: String
  /// Why it could not be judged, if it could not: one line.
  public var undecided: String?
  /// What the run could see.
  public var pointCoverage = PointCoverage()
  /// Its tasks could not end, and were abandoned: each such run leaves threads behind.
  public var isStuck: Bool

  public init(
    violation: ScheduleViolation? = nil, trace: (any Sendable)? = nil, details: String = "",
    undecided: String? = nil, isStuck: Bool = false
  ) {
    self.violation = violation
    self.trace = trace
    self.details = details
    self.undecided = undecided
    self.isStuck = isStuck
  }
}
