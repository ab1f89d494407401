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
  }

  public let outcome: Outcome
  public let trace: Trace
  /// Everything found, races and deadlocks before what the trace shows; empty for a lawful run.
  public var findings: [Finding] = []
  /// Why the trace could not be judged, or nil.
  public var undecided: String?
  /// Operations performed.
  public let steps: Int
  /// Those before which more than one task could go on.
  public let decisions: Int
  public let switches: Int
  /// Switches away from a task that could have gone on.
  public let preemptions: Int
  /// Equal for runs that made the same decisions over the same operations, in any process.
  public let hash: UInt64
  /// Accesses that turned out to be shared although no profiling run had shown it, and so were no points.
  public let sitesUnforeseen: Int

  /// Objects and places in the code whose accesses were points.
  public let sitesAdopted: Int
  /// Accesses that were no points, since no two tasks share what they touch, or nobody writes it.
  public let accessesPassed: Int
  /// Accesses that there was no room to watch: with any, a search has not seen everything.
  public let accessesUnwatched: Int

  /// Whether the run did not come to its end, and left threads behind.
  public var isStuck: Bool { outcome != .completed }

  init(trace: Trace, raw: csr_result) {
    self.trace = trace
    outcome =
      switch csr_outcome(raw.outcome) {
      case CSR_COMPLETED: .completed
      case CSR_DEADLOCK: .deadlock
      case CSR_LIVELOCK: .livelock
      case CSR_EXHAUSTED: .exhausted
      default: .unsupported
      }
    steps = Int(raw.steps)
    decisions = Int(raw.decisions)
    switches = Int(raw.switches)
    preemptions = Int(raw.preemptions)
    hash = raw.trace_hash
    sitesUnforeseen = Int(raw.sites_new)
    sitesAdopted = Int(raw.sites_adopted)
    accessesPassed = Int(raw.accesses_passed)
    accessesUnwatched = Int(raw.accesses_unwatched)
    if outcome == .exhausted { undecided = "more tasks, queues or timers than fit" }
  }
}
