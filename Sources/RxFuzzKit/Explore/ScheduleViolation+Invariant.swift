import ScheduleKit

extension ScheduleViolation {
  /// Two violations are the same where their fingerprints are.
  public init(_ invariant: InvariantName, _ message: String) {
    self.init(
      rule: invariant.rawValue, message: message,
      key: FindingFingerprint(invariant: invariant, message: message).description)
  }

  /// The rule, of a violation that was made of one.
  public var invariant: InvariantName {
    guard let name = InvariantName(rawValue: rule) else {
      preconditionFailure("`\(rule)` is the rule of no invariant")
    }
    return name
  }
}

extension ScheduleIncident {
  /// Which rule it violates, and by what; nil where it says nothing of the library.
  func violation(in result: ScheduleResult) -> (invariant: InvariantName, message: String)? {
    switch kind {
    case .deadlock: return (.live1, message)
    case .livelock: return (.live2, message)
    case .useAfterFree, .resumedTwice, .crash: return (.crash1, message)
    case .race:
      guard OrderedCallsInvariant.isMeant(bySites: sites) else { return (.race1, message) }
      // Where the library is not instrumented, what orders its calls was not seen.
      return result.accesses > 0 ? (.ser2, OrderedCallsInvariant.message) : nil
    }
  }
}

extension ScheduleRun {
  /// The trace of a run of a scenario.
  public var records: [TraceRecord] { trace as? [TraceRecord] ?? [] }
}

extension ScheduleFailure {
  /// The trace of the run that the schedule repeats, of a scenario.
  public var records: [TraceRecord] { trace as? [TraceRecord] ?? [] }
}

/// Names of tasks in scripts.
enum RacingTask {
  /// The queue of the script for the tasks that race; nil for what they spawn.
  static func name(path: UInt64) -> String? {
    guard path >= 1, path <= UInt64(ScenarioLimits.queuesMax) else { return nil }
    return "queue \(Letters.queue(Int(path) - 1))"
  }
}
