/// Runs schedules of one scenario, chosen by one strategy, until one violates something.
public struct ScheduleHunt {
  /// What a hunt showed.
  public struct Report: Sendable {
    /// Schedules that were run and judged, and the distinct ones among them.
    public var schedules = 0
    public var distinct = 0
    /// Choices in all of them.
    public var decisions = 0
    /// Runs that could not be judged.
    public var undecided = 0
    public var failure: ScheduleFailure?
    /// What was a schedule point, and what was not.
    public var pointCoverage = PointCoverage()
    /// The first schedule that did not repeat, in one line, where every schedule was run twice; else nil.
    public var unrepeated: String?
    public init() {}
  }

  private let runner: any ScheduleRunner
  private let row: StrategyRow
  private let seed: UInt64
  private let profile = ScheduleProfile()

  public init(
    _ runner: any ScheduleRunner, strategy: StrategyRow = StrategyTable.portfolio, seed: UInt64
  ) {
    self.runner = runner
    row = strategy
    self.seed = seed
  }

  /// Runs at most so many schedules; ends at the first violation, which it shrinks,
  /// and at the first schedule that does not repeat.
  /// - Parameter goesOn: asked before each run, with its number from 0, whether it shall take place; must be cheap.
  public func hunt(schedulesMax: Int, goesOn: (Int) -> Bool = { _ in true }) -> Report {
    let (searched, control, failing) = run(schedulesMax, goesOn)
    var report = searched
    if let failing {
      report.failure = ScheduleFailure.shrunk(
        failing, control, strategy: row.name, seed: seed, runner: runner)
    }
    return report
  }

  /// As `hunt`, for counting: the schedules up to the first violation, that one included, and whether there was one.
  public func search(schedulesMax: Int) -> (schedules: Int, hasFailed: Bool) {
    let (report, _, failing) = run(schedulesMax) { _ in true }
    return (report.schedules, failing != nil)
  }

  private func run(
    _ schedulesMax: Int, _ goesOn: (Int) -> Bool
  ) -> (report: Report, control: ScheduleControl, failing: ScheduleRun?) {
    var report = Report()
    profileTwice()
    let control = ScheduleControl(
      strategy: row.make(seed, profile), profile: profile, names: runner.names)
    while report.schedules < schedulesMax, goesOn(report.schedules) {
      guard let run = runner.run(control) else { break }
      report.schedules += 1
      report.decisions += control.log.decisions
      report.distinct += control.lastWasNew ? 1 : 0
      if run.undecided != nil { report.undecided += 1 }
      report.pointCoverage.formUnion(run.pointCoverage)
      report.unrepeated = (control.strategy as? RepeatStrategy)?.faults.first?.description
      if run.violation != nil { return (report, control, run) }
      if report.unrepeated != nil { break }
    }
    return (report, control, nil)
  }

  /// A run in the order of tasks and one in the reverse order show how long each task is.
  private func profileTwice() {
    for strategy in [FixedOrderStrategy(.first), FixedOrderStrategy(.last)] {
      let control = ScheduleControl(strategy: strategy, profile: profile, names: runner.names)
      _ = runner.run(control)
    }
  }
}

/// Repeats a recorded schedule.
public struct ScheduleReplay {
  /// How it went.
  public struct Report: Sendable {
    public var run: ScheduleRun
    /// Fingerprint of the operations in their order: equal for equal runs, in any process.
    public var traceHash: UInt64
    /// Where the run was no longer the recorded one, in one line; nil where it was to the end.
    public var divergence: String?
    /// The switches of the run, one line each.
    public var steps: [String]
  }

  private let schedule: ScheduleText

  /// - Throws: why the text is no schedule, in one line.
  public init(_ text: String) throws(ReplayFailure) {
    do { schedule = try ScheduleText(parsing: text) } catch {
      throw ReplayFailure(message: error.message)
    }
  }

  /// Why a text is no schedule: one line.
  public struct ReplayFailure: Error, Hashable, Sendable {
    public let message: String
  }

  /// How often a replay that diverges begins anew with more schedule points.
  private static let attemptsMax = 4

  /// Runs the schedule, once more where it diverged and has shown operations that matter.
  public func run(_ runner: any ScheduleRunner) -> Report {
    var report = attempt(runner)
    for _ in 1..<Self.attemptsMax where report.divergence != nil {
      guard runner.adoptPoints() else { return report }
      report = attempt(runner)
    }
    return report
  }

  private func attempt(_ runner: any ScheduleRunner) -> Report {
    let strategy = ReplayStrategy(schedule.deviations, seed: schedule.seed, names: runner.names)
    let control = ScheduleControl(
      strategy: strategy, profile: ScheduleProfile(), names: runner.names)
    let run = runner.run(control) ?? ScheduleRun(undecided: "nothing was run")
    return Report(
      run: run, traceHash: control.log.traceHash(runner.names),
      divergence: strategy.divergence.map { $0.words(of: schedule.deviations.count) },
      steps: control.log.switches(place: runner.place))
  }
}

extension ReplayStrategy.Divergence {
  /// For example `switch 2 of 3 was never reached`.
  fileprivate func words(of count: Int) -> String {
    let what = "switch \(index + 1) of \(count)"
    switch reason {
    case .taskNotEnabled: return "\(what) is not possible any more: its task cannot go on there"
    case .neverReached: return "\(what) was never reached"
    }
  }
}
