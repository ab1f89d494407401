import ScheduleKit

/// What one run of a scenario under control showed.
public struct ExploreResult: Sendable {
  /// How the schedule went.
  public let schedule: ScheduleResult
  public let trace: Trace
  /// Everything found, races and deadlocks before what the trace shows; empty for a lawful run.
  public var findings: [Finding] = []
  /// Why the trace could not be judged, or nil.
  public var undecided: String?

  init(schedule: ScheduleResult, trace: Trace) {
    self.schedule = schedule
    self.trace = trace
    undecided = schedule.undecided
  }
}
