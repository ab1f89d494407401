/// Runs closures of any Swift code under control, for hunts, proofs and replays.
///
/// Thread-safety: use from one thread; one runner at a time in a process.
public final class TaskRunner: ScheduleRunner {
  /// One run: what races, and what to say of it.
  public struct Race {
    /// The closures that race, each a task of its own.
    public var tasks: [() -> Void]
    /// Asynchronous bodies that race with them, each a Swift task of its own; see `ControlledRun.race(_:asynchronous:)`.
    public var asynchronous: [@Sendable () async -> Void]
    /// What is wrong once they have ended, and what they left to queues; nil where nothing is. Not asked where they
    /// could not end.
    public var check: () -> ScheduleViolation?

    public init(
      tasks: [() -> Void] = [], asynchronous: [@Sendable () async -> Void] = [],
      check: @escaping () -> ScheduleViolation? = { nil }
    ) {
      self.tasks = tasks
      self.asynchronous = asynchronous
      self.check = check
    }
  }

  public let names = ScheduleSession.siteNames()
  private let session: ScheduleSession
  private let program: TaskProgram
  /// Runs that got stuck; each has left threads behind, so a process should not make many.
  public private(set) var stuckRuns = 0

  /// - Parameters:
  ///   - limits: bounds of each run.
  ///   - learns: whether a few runs learn which accesses matter; else only synchronisation and `SchedulePoint`s are points
  ///     of choice.
  ///   - make: makes what one run races, equal in each run; called under control, but no point of choice itself.
  public init(
    limits: ScheduleLimits = ScheduleLimits(), learns: Bool = true, make: @escaping () -> Race
  ) {
    session = ScheduleSession(limits: limits)
    program = TaskProgram(make)
    if learns { session.learn(program) }
  }

  public func place(_ site: UInt) -> String { CodePlace.text(at: site) }

  public var memory: MemoryModel { session.limits.memory }

  public func adoptPoints() -> Bool { session.adoptUnforeseenSites() > 0 }

  public func run(_ control: ScheduleControl) -> ScheduleRun? {
    guard let result = session.run(program, control) else { return nil }
    if result.isStuck { stuckRuns += 1 }
    var run = ScheduleRun(
      violation: program.violation, details: result.incidents.first?.details ?? "",
      undecided: result.undecided, isStuck: result.isStuck)
    run.pointCoverage = result.pointCoverage
    return run
  }
}

/// What a `TaskRunner` gives its session.
private final class TaskProgram: ControlledProgram {
  private let make: () -> TaskRunner.Race
  /// Of the last run.
  private(set) var violation: ScheduleViolation?

  init(_ make: @escaping () -> TaskRunner.Race) { self.make = make }

  func prepare() { violation = nil }

  func run(_ run: ControlledRun) {
    let race = make()
    guard run.race(race.tasks, asynchronous: race.asynchronous) else { return }
    violation = race.check()
  }

  func judge(_ result: ScheduleResult) -> Bool {
    if let incident = result.incidents.first { violation = ScheduleViolation(incident) }
    return violation != nil
  }
}
