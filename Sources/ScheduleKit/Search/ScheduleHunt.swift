/// Runs schedules of one piece of code, chosen by one strategy, until one violates something.
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
  /// - `goesOn`: asked before each run, with its number from 0, whether it shall take place; must be cheap.
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
    if row.profiles { profileTwice() }
    let control = ScheduleControl(
      strategy: strategy(), profile: profile, names: runner.names)
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

  /// What chooses tasks, and values where memory is weak.
  private func strategy() -> any ScheduleStrategy {
    let strategy = row.make(seed, profile)
    let choosesValues = strategy is RepeatStrategy || strategy is any ScheduleSearch
    return runner.memory == .sequential || choosesValues
      ? strategy : StaleReads(strategy, seed: seed)
  }

  /// A run in the order of tasks and one in the reverse order show how long each task is.
  private func profileTwice() {
    for strategy in [FixedOrderStrategy(.first), FixedOrderStrategy(.last)] {
      let control = ScheduleControl(strategy: strategy, profile: profile, names: runner.names)
      _ = runner.run(control)
    }
  }
}
