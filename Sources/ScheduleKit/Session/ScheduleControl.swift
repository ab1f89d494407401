/// Guides one run after another by a strategy, and keeps what is needed to profile and repeat them.
///
/// What runs tasks calls `begin`, then `choose` before every operation, then `end`. Thread-safety: one call
/// at a time, from any thread.
public final class ScheduleControl {
  public let strategy: any ScheduleStrategy
  public let profile: ScheduleProfile
  /// The last run, or the one that goes on.
  public private(set) var log = ScheduleLog()
  /// Runs so far, the one that goes on included.
  public private(set) var schedules = 0
  /// Whether no run before the last one was equal to it.
  public private(set) var lastWasNew = false
  /// Fingerprint of the last run: equal for runs that performed the same operations in the same order.
  public var lastHash: UInt64 { log.traceHash(names) }
  /// Says at each point how far what the runner records has come; must be cheap.
  public var mark: (() -> Int)?
  private let names: SiteNames
  private var hashes: Set<UInt64> = []
  /// Hashes that are remembered; later runs all count as new.
  private static let hashesMax = 1 << 20

  public init(strategy: any ScheduleStrategy, profile: ScheduleProfile, names: SiteNames) {
    self.strategy = strategy
    self.profile = profile
    self.names = names
  }

  /// False where the strategy has nothing left to try.
  public func begin() -> Bool {
    guard strategy.begin(schedule: schedules) else { return false }
    schedules += 1
    log.reset()
    return true
  }

  /// The index of the task that goes on.
  public func choose(_ decision: ScheduleDecision) -> Int {
    let chosen = strategy.choose(decision)
    precondition(
      decision.pending.indices.contains(chosen), "a strategy chooses one of the pending tasks")
    log.append(decision, chosen: chosen, mark: mark?())
    if !decision.isValue { profile.note(decision.pending[chosen]) }
    return chosen
  }

  /// The run has ended; says what the strategy received.
  @discardableResult
  public func end(failed: Bool) -> ScheduleFeedback {
    let hash = log.fingerprint
    var isNew = !hashes.contains(hash)
    if isNew, hashes.count < Self.hashesMax { isNew = hashes.insert(hash).inserted }
    lastWasNew = isNew
    let feedback = ScheduleFeedback(
      steps: log.count, decisions: log.decisions, traceHash: hash, isNew: isNew, failed: failed)
    profile.end(feedback)
    strategy.end(feedback)
    return feedback
  }
}
