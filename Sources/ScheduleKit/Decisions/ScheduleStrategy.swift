/// Chooses schedules: which task goes on before each operation, for one run after another.
///
/// One file each under Strategies/, and one row in `StrategyTable`. Thread-safety: the calls come one at a
/// time, from whichever task is about to perform an operation; a strategy must not block, and equal seeds
/// and equal runs must give equal choices.
public protocol ScheduleStrategy: AnyObject {
  /// A run begins; false where the strategy has nothing left to try, and the run must not take place.
  func begin(schedule: Int) -> Bool
  /// The index in `decision.pending` of the task to go on; called before every operation, also where
  /// only one task is enabled.
  func choose(_ decision: ScheduleDecision) -> Int
  /// The run has ended.
  func end(_ feedback: ScheduleFeedback)
}

/// What a strategy learns of a run that it has chosen.
public struct ScheduleFeedback: Hashable, Sendable {
  /// Operations performed.
  public var steps: Int
  /// Those before which more than one task was enabled.
  public var decisions: Int
  /// Equal for runs that performed the same operations in the same order.
  public var traceHash: UInt64
  /// Whether no earlier run of the exploration had that hash.
  public var isNew: Bool
  /// Whether the run violated an invariant.
  public var failed: Bool

  public init(
    steps: Int, decisions: Int, traceHash: UInt64, isNew: Bool = false, failed: Bool = false
  ) {
    self.steps = steps
    self.decisions = decisions
    self.traceHash = traceHash
    self.isNew = isNew
    self.failed = failed
  }
}
