import ScheduleKit

/// Runs one scenario of a library under control, for hunts, proofs and replays.
///
/// Thread-safety: use from one thread; one runner at a time in a process.
public final class ScenarioRunner: ScheduleRunner {
  public let names = ScheduleSession.siteNames()
  private let engine: ExploreEngine
  private let plan: ExplorePlan
  private var places: [UInt: String] = [:]

  /// Whether this build can run anything under control; where not, nothing may be run.
  public static var isSupported: Bool { ExploreEngine.isSupported }

  /// Runs that got stuck; each has left threads behind, so a process should not make many.
  public private(set) var stuckRuns = 0

  /// Learns, in a few runs, which operations matter.
  /// - `limits`: bounds of each run.
  /// - `willRun`: called before each run of the scenario; must be cheap.
  /// - Throws: what makes the scenario unfit for the library.
  public convenience init(
    _ scenario: Scenario, library: any LibraryUnderTest, limits: ScheduleLimits = ScheduleLimits(),
    willRun: @escaping () -> Void = {}
  ) throws(PlanFailure) {
    try self.init(scenario, library: library, limits: limits, journal: nil, willRun: willRun)
  }

  /// - Parameters:
  ///   - journal: keeps the run that goes on; must outlive the runner.
  ///   - judging: see `ExploreEngine.judging`.
  init(
    _ scenario: Scenario, library: any LibraryUnderTest, limits: ScheduleLimits = ScheduleLimits(),
    journal: ScheduleJournal?, judging: @escaping (Bool) -> Void = { _ in },
    willRun: @escaping () -> Void
  ) throws(PlanFailure) {
    engine = ExploreEngine(library: library, limits: limits)
    engine.willRun = willRun
    engine.judging = judging
    if let journal { engine.journal = (journal, names) }
    plan = try engine.prepare(scenario)
  }

  public func place(_ site: UInt) -> String {
    if let place = places[site] { return place }
    let text = CodePlace.text(at: site)
    places[site] = text
    return text
  }

  public func run(_ control: ScheduleControl) -> ScheduleRun? {
    control.mark = { [engine] in engine.recordCount }
    guard let result = engine.run(plan, control: control) else { return nil }
    var run = ScheduleRun(trace: result.trace.records)
    run.undecided = result.undecided == plan.missingModel ? nil : result.undecided
    run.isStuck = result.schedule.isStuck
    run.pointCoverage = result.schedule.pointCoverage
    if run.isStuck { stuckRuns += 1 }
    if let finding = result.findings.first {
      run.violation = ScheduleViolation(finding.invariant, finding.message)
      run.details = finding.details
    }
    return run
  }

  public func taskName(path: UInt64) -> String? { RacingTask.name(path: path) }

  public func outcome(of run: ScheduleRun) -> ScheduleOutcome? {
    ScheduleOutcome(Outcome.deliveries(in: run.records))
  }

  public var unjudged: String? {
    plan.missingModel.map { "values and their order not judged: \($0)" }
  }

  public var memory: MemoryModel { engine.limits.memory }

  public func adoptPoints() -> Bool { engine.adoptUnforeseenSites() > 0 }
}
