import ScheduleKit

/// The child's side of exploring: runs schedules of one scenario under control, for a bounded time.
///
/// Thread-safety: use from the worker's own thread.
struct ExploreDriver {
  let library: any LibraryUnderTest
  let journal: Journal

  /// What came of one scenario.
  struct Result {
    /// The first violation with the schedule that shows it.
    var finding: Finding?
    /// How the saved schedule went, if there was one.
    var replay: ScheduleReplayNote?
    /// The first schedule that did not repeat, in one line, where every schedule was run twice; else nil.
    var unrepeated: String?
    var schedules = 0
    var pointCoverage = PointCoverage()
    var undecided = 0
    var microseconds = 0
    /// Runs have left threads behind: the process should not go on.
    var isSpent = false
  }

  /// Repeats the saved schedule, if any, and where that shows nothing tries others.
  /// - Parameters:
  ///   - goesOn: asked before each schedule.
  /// - Throws: what makes the scenario unfit for the library.
  func explore(
    _ scenario: Scenario, saved: String?, by strategy: StrategyRow, memory: MemoryModel,
    seed: UInt64,
    schedulesMax: Int, millisecondsMax: UInt64,
    goesOn: @escaping () -> Bool
  ) throws(PlanFailure) -> Result {
    let start = ContinuousClock.now
    let journal = journal
    // What ends the process while it learns does so in each repetition, too.
    journal.schedule.setRepeating(saved != nil)
    var limits = ScheduleLimits()
    limits.memory = saved.flatMap { try? ScheduleReplay($0).memory } ?? memory
    let runner = try ScenarioRunner(
      scenario, library: library, limits: limits, journal: journal.schedule,
      judging: { journal.enter($0 ? .judging : .racing) }, willRun: { journal.pulse() })
    var result = Result()
    if let saved { replay(saved, scenario, runner, &result) }
    journal.schedule.setRepeating(false)
    if result.finding == nil {
      let report = ScheduleHunt(runner, strategy: strategy, seed: seed).hunt(
        schedulesMax: schedulesMax
      ) { number in
        journal.begin(iteration: number)
        return goesOn() && ContinuousClock.now - start < .milliseconds(Int64(millisecondsMax))
      }
      result.schedules += report.schedules
      result.undecided += report.undecided
      result.pointCoverage = report.pointCoverage
      result.unrepeated = report.unrepeated
      if let failure = report.failure { result.finding = Self.finding(failure, scenario) }
    }
    result.isSpent = runner.stuckRuns > 0
    result.microseconds = Int((ContinuousClock.now - start) / .microseconds(1))
    return result
  }

  private func replay(
    _ text: String, _ scenario: Scenario, _ runner: ScenarioRunner, _ result: inout Result
  ) {
    do throws(ScheduleReplay.ReplayFailure) {
      let report = try ScheduleReplay(text).run(runner)
      result.schedules += 1
      result.replay = ScheduleReplayNote(
        traceHash: report.traceHash, divergence: report.divergence,
        isReproduced: report.run.violation != nil)
      if let violation = report.run.violation {
        result.finding = Finding(
          invariant: violation.invariant, message: violation.message, scenario: scenario,
          records: report.run.records,
          details: Self.details(report.steps, report.run.details),
          schedule: report.divergence == nil ? text : nil)
      }
    } catch {
      result.replay = ScheduleReplayNote(traceHash: 0, divergence: error.message)
    }
  }

  private static func finding(_ failure: ScheduleFailure, _ scenario: Scenario) -> Finding {
    Finding(
      invariant: failure.violation.invariant, message: failure.violation.message,
      scenario: scenario, records: failure.records,
      iteration: UInt64(failure.schedulesBefore - 1),
      details: Self.details(failure.steps, failure.details),
      schedule: failure.isRepeatable ? failure.schedule : nil)
  }

  /// The switches, then what the runtime has to say.
  private static func details(_ steps: [String], _ more: String) -> String {
    (steps + (more.isEmpty ? [] : [more])).joined(separator: "\n")
  }
}
