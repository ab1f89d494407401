/// Runs every schedule of another strategy twice, and says where the second run went another way: the
/// scenario, or the runtime, is not deterministic there.
public final class RepeatStrategy: ExploreStrategy {
  /// How the second run differed from the first.
  public struct Fault: Hashable, Sendable, CustomStringConvertible {
    public var schedule: Int
    /// The operation before which, or behind which, the runs differ.
    public var step: Int

    public var description: String {
      "schedule \(schedule) did not repeat: the runs differ at operation \(step)"
    }
  }

  /// Differences kept; more are not looked at.
  private static let faultsMax = 16

  public private(set) var faults: [Fault] = []
  private let inner: any ExploreStrategy
  private var recorded: [(pending: [ScheduleOperation], chosen: Int)] = []
  private var isRepeating = false
  private var differs = false
  private var step = 0
  private var schedule = 0
  private var feedback: ScheduleFeedback?

  public init(_ inner: any ExploreStrategy) { self.inner = inner }

  public func begin(schedule: Int) -> Bool {
    isRepeating = schedule % 2 == 1
    step = 0
    differs = false
    if isRepeating { return true }
    self.schedule = schedule / 2
    recorded.removeAll(keepingCapacity: true)
    return inner.begin(schedule: schedule / 2)
  }

  public func choose(_ decision: ScheduleDecision) -> Int {
    defer { step += 1 }
    guard isRepeating else {
      let chosen = inner.choose(decision)
      recorded.append((decision.pending, chosen))
      return chosen
    }
    guard !differs else { return decision.unforced }
    guard step < recorded.count, recorded[step].pending == decision.pending else {
      differ()
      return decision.unforced
    }
    return recorded[step].chosen
  }

  public func end(_ feedback: ScheduleFeedback) {
    guard isRepeating else {
      self.feedback = feedback
      return inner.end(feedback)
    }
    if !differs, step != recorded.count || feedback.traceHash != self.feedback?.traceHash {
      differ()
    }
  }

  private func differ() {
    differs = true
    if faults.count < Self.faultsMax { faults.append(Fault(schedule: schedule, step: step)) }
  }
}
