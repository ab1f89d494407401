/// What a run under control did wrong.
public struct ScheduleViolation: Hashable, Sendable {
  /// The rule that was broken: a stable name of the caller's, such as `deadlock` or `SUM-1`.
  public var rule: String
  /// By what, in one line.
  public var message: String
  /// Two violations with equal keys are the same failure: shrinking a schedule keeps it.
  public var key: String

  /// - `key`: by default the rule and the message.
  public init(rule: String, message: String, key: String? = nil) {
    self.rule = rule
    self.message = message
    self.key = key ?? "\(rule) \(message)"
  }

  /// A violation that the runtime itself has seen.
  public init(_ incident: ScheduleIncident) {
    self.init(rule: incident.kind.rawValue, message: incident.message)
  }
}

/// What came of a run, so that the outcomes of all schedules can be distinguished: any value of the caller's.
public struct ScheduleOutcome: Hashable, Sendable {
  private let value: any Hashable & Sendable

  public init(_ value: some Hashable & Sendable) { self.value = value }

  public static func == (first: ScheduleOutcome, second: ScheduleOutcome) -> Bool {
    AnyHashable(first.value) == AnyHashable(second.value)
  }

  public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
