/// Runs every schedule of another strategy twice, and says where the second run went another way: the
/// scenario, or the runtime, is not deterministic there.
///
/// Code that a process runs for the first time may do more than later: it makes what is made once. Where that is
/// forgiven, a second run that differs is repeated itself, and only a difference between those two counts.
public final class RepeatStrategy: ExploreStrategy {
  /// How a repeated run differed.
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
  private let forgivesFirst: Bool
  /// The run that goes on, and the one that it shall repeat, if any.
  private var recorded: [(pending: [ScheduleOperation], chosen: Int)] = []
  private var reference: [(pending: [ScheduleOperation], chosen: Int)]?
  private var hash: UInt64 = 0
  /// Where the run was first another one than the reference.
  private var difference: Int?
  private var repeats = 0
  private var schedules = 0

  /// - Parameter forgivesFirst: whether what differs once, but not again, is taken for the making of what is made once.
  public init(_ inner: any ExploreStrategy, forgivesFirst: Bool = false) {
    self.inner = inner
    self.forgivesFirst = forgivesFirst
  }

  public func begin(schedule: Int) -> Bool {
    recorded.removeAll(keepingCapacity: true)
    difference = nil
    if reference != nil { return true }
    repeats = 0
    schedules += 1
    return inner.begin(schedule: schedules - 1)
  }

  public func choose(_ decision: ScheduleDecision) -> Int {
    let chosen = reference.map { again(decision, $0) } ?? inner.choose(decision)
    recorded.append((decision.pending, chosen))
    return chosen
  }

  public func end(_ feedback: ScheduleFeedback) {
    defer { hash = feedback.traceHash }
    guard let repeated = reference else {
      inner.end(feedback)
      reference = recorded
      return
    }
    repeats += 1
    if difference == nil, recorded.count != repeated.count || feedback.traceHash != hash {
      difference = recorded.count
    }
    guard let step = difference else {
      reference = nil
      return
    }
    if forgivesFirst, repeats == 1 {
      reference = recorded
      return
    }
    reference = nil
    if faults.count < Self.faultsMax { faults.append(Fault(schedule: schedules - 1, step: step)) }
  }

  private func again(
    _ decision: ScheduleDecision, _ reference: [(pending: [ScheduleOperation], chosen: Int)]
  ) -> Int {
    guard difference == nil else { return decision.unforced }
    let step = recorded.count
    guard step < reference.count, reference[step].pending == decision.pending else {
      difference = step
      return decision.unforced
    }
    return reference[step].chosen
  }
}
