import CScheduleRuntime

/// What one run under control showed.
public struct ScheduleResult: Sendable {
  /// How the run ended.
  public enum Outcome: Hashable, Sendable {
    case completed
    /// Tasks wait for what nobody will do.
    case deadlock
    /// Tasks go on without end although all get their turn.
    case livelock
    /// More tasks, queues or timers than there is room for.
    case exhausted
    /// Nothing was run.
    case unsupported
    /// A task has crashed, in a process that had a handler for it.
    case crashed
  }

  public let outcome: Outcome
  /// Deadlock, livelock, crash, data races and uses after free, in this order; empty where there was none.
  public let incidents: [ScheduleIncident]
  /// Operations performed.
  public let steps: Int
  /// Those before which more than one task could go on.
  public let decisions: Int
  public let switches: Int
  /// Switches away from a task that could have gone on.
  public let preemptions: Int
  /// Equal for runs that made the same decisions over the same operations, in any process.
  public let hash: UInt64
  /// Accesses that turned out to be shared although no run that learned has shown it, and so were no points.
  public let sitesUnforeseen: Int
  /// What was a schedule point, and what was not.
  public let pointCoverage: PointCoverage
  /// Accesses that instrumented code announced; 0 where the code under test is not instrumented, so that what orders its
  /// accesses was not seen either.
  public let accesses: Int
  /// Calls of instrumented functions by tasks: 0 where none of what raced was instrumented.
  public let calls: Int

  /// Whether the run did not come to its end, and left threads behind.
  public var isStuck: Bool { outcome != .completed }

  /// Why the run says nothing of the code that was run, in one line, or nil.
  public var undecided: String? {
    outcome == .exhausted ? "more tasks, queues or timers than fit" : nil
  }

  init(_ raw: csr_result, incidents: [ScheduleIncident]) {
    outcome =
      switch csr_outcome(raw.outcome) {
      case CSR_COMPLETED: .completed
      case CSR_DEADLOCK: .deadlock
      case CSR_LIVELOCK: .livelock
      case CSR_EXHAUSTED: .exhausted
      case CSR_CRASHED: .crashed
      default: .unsupported
      }
    self.incidents = incidents
    steps = Int(raw.steps)
    decisions = Int(raw.decisions)
    switches = Int(raw.switches)
    preemptions = Int(raw.preemptions)
    hash = raw.trace_hash
    sitesUnforeseen = Int(raw.sites_new)
    accesses = Int(raw.accesses)
    calls = Int(raw.calls)
    var pointCoverage = PointCoverage()
    pointCoverage.points = Int(raw.sites_adopted)
    pointCoverage.accessesPassed = Int(raw.accesses_passed)
    pointCoverage.accessesUnwatched = Int(raw.accesses_unwatched)
    self.pointCoverage = pointCoverage
  }
}
