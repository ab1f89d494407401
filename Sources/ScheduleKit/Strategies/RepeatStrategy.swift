/// Runs every schedule of another strategy twice, and says where the second run went another way: the
/// program, or the runtime, is not deterministic there.
///
/// Code that a process runs for the first time may do more than later: it makes what is made once. Where that is
/// forgiven, a second run that differs is repeated itself, and only a difference between those two counts.
public final class RepeatStrategy: ScheduleStrategy {
  /// How a repeated run differed.
  public struct Fault: Hashable, Sendable, CustomStringConvertible {
    public var schedule: Int
    /// The operation before which, or behind which, the runs differ.
    public var step: Int
    /// What was about to be done there in the one run and in the other; nil where one of them had ended, or where they differ
    /// behind it.
    public var sides: [ScheduleOperation]?

    public var description: String {
      let words = "schedule \(schedule) did not repeat: the runs differ at operation \(step)"
      guard let sides else { return words }
      return words + ": " + sides.map(\.words).joined(separator: ", then ")
    }
  }

  /// Differences kept; more are not looked at.
  private static let faultsMax = 16

  public private(set) var faults: [Fault] = []
  private let inner: any ScheduleStrategy
  private let forgivesFirst: Bool
  /// The run that goes on, and the one that it shall repeat, if any.
  private var recorded: [(pending: [ScheduleOperation], chosen: Int)] = []
  private var reference: [(pending: [ScheduleOperation], chosen: Int)]?
  private var hash: UInt64 = 0
  /// Where the run was first another one than the reference.
  private var difference: (step: Int, sides: [ScheduleOperation]?)?
  private var repeats = 0
  private var schedules = 0

  /// - `forgivesFirst`: whether what differs once, but not again, is taken for the making of what is made once.
  public init(_ inner: any ScheduleStrategy, forgivesFirst: Bool = false) {
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
      difference = (recorded.count, nil)
    }
    guard let difference else {
      reference = nil
      return
    }
    if forgivesFirst, repeats == 1 {
      reference = recorded
      return
    }
    reference = nil
    if faults.count < Self.faultsMax {
      faults.append(
        Fault(schedule: schedules - 1, step: difference.step, sides: difference.sides))
    }
  }

  private func again(
    _ decision: ScheduleDecision, _ reference: [(pending: [ScheduleOperation], chosen: Int)]
  ) -> Int {
    guard difference == nil else { return decision.unforced }
    let step = recorded.count
    guard step < reference.count, reference[step].pending == decision.pending else {
      let earlier = step < reference.count ? reference[step].pending : []
      let pair = zip(earlier, decision.pending).first { $0 != $1 }
      difference = (step, pair.map { [$0, $1] })
      return decision.unforced
    }
    return reference[step].chosen
  }
}

extension ScheduleOperation {
  /// For example `task 2 about to read object 12 at 55d0c41f2a3b`.
  fileprivate var words: String {
    "task \(task) about to \(kind) object \(object) at \(String(site, radix: 16))"
  }
}
