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

  /// What atomic loads could see: the runner that repeats it needs the same memory model.
  public var memory: MemoryModel { schedule.memory }

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
      steps: control.log.switches(runner))
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
