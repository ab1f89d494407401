/// Something that the library under test did wrong, with all that is needed to see it again.
public struct Finding: Sendable {
  public var invariant: InvariantName
  /// One line, stable under repetition.
  public var message: String
  public var scenario: Scenario
  /// The violating trace; empty after a crash.
  public var records: [TraceRecord]
  /// Where it came from: the run's seed and the iteration, or nil for a replayed file.
  public var seed: UInt64?
  public var iteration: UInt64?
  /// For a crash: the message and site that the process printed. For a hang: the threads' backtraces.
  public var details: String
  /// The schedule that shows it exactly, see `rxfuzz replay`; nil where only free races have shown it.
  public var schedule: String?

  public init(
    invariant: InvariantName, message: String, scenario: Scenario, records: [TraceRecord] = [],
    seed: UInt64? = nil, iteration: UInt64? = nil, details: String = "", schedule: String? = nil
  ) {
    self.invariant = invariant
    self.message = message
    self.scenario = scenario
    self.records = records
    self.seed = seed
    self.iteration = iteration
    self.details = details
    self.schedule = schedule
  }
}
