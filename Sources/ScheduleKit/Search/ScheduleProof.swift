/// Runs all schedules of a small piece of code, or shows one that violates something.
public struct ScheduleProof {
  /// Which schedules are meant by all.
  public enum Method: Hashable, Sendable {
    /// One of every class of schedules that differ only in the order of independent operations.
    case reduction
    /// Every schedule with at most so many preemptions.
    case preemptions(Int)
  }

  /// Schedules that a proof may take where nothing else is asked for.
  public static let schedulesMaxDefault = 100_000

  /// Outcomes that are kept.
  static let outcomesMax = 4_096

  /// What was proved, or why nothing was.
  public struct Report: Sendable {
    public var method: Method
    /// Distinct schedules, and runs that only repeated what others had shown.
    public var explored: Int
    public var redundant: Int
    public var state: ScheduleSearchState
    /// Runs that could not be judged; with any, nothing is proved.
    public var undecided: Int
    public var failure: ScheduleFailure?
    /// What was a schedule point, and what was not.
    public var pointCoverage = PointCoverage()
    /// What came of the schedules, each outcome once; the first `outcomesMax`.
    public var outcomes: Set<ScheduleOutcome> = []
    /// What was not judged, and why, see `ScheduleRunner.unjudged`; with it, a proof is one of all other rules.
    public var unjudged: String?

    /// Whether every schedule that was meant has been run, and judged lawful.
    public var isProof: Bool {
      guard failure == nil, undecided == 0, explored > 0, pointCoverage.accessesUnwatched == 0
      else {
        return false
      }
      switch (state, method) {
      case (.complete, _), (.bounded, .preemptions): return true
      case (.bounded, .reduction), (.searching, _), (.failed, _): return false
      }
    }

    /// Whether no schedule has an outcome that is not among `outcomes`.
    public var coversAllOutcomes: Bool {
      isProof && state == .complete && outcomes.count < ScheduleProof.outcomesMax
    }

    /// One line, for example `all 1,284 schedules explored, 0 violations`.
    public var words: String {
      guard isProof, let unjudged else { return wordsOfSearch }
      return "\(wordsOfSearch); \(unjudged)"
    }

    private var wordsOfSearch: String {
      let count = NumberWords.counted(UInt64(explored), "schedule")
      if failure != nil { return "\(count) explored, 1 violation" }
      if case .failed(let reason) = state { return "not proved: \(reason)" }
      if undecided > 0 {
        return "not proved: \(NumberWords.counted(UInt64(undecided), "run")) could not be judged"
      }
      if pointCoverage.accessesUnwatched > 0 {
        let count = NumberWords.counted(
          UInt64(pointCoverage.accessesUnwatched), "access", "accesses")
        return "not proved: there was no room to watch \(count) of a schedule"
      }
      if explored == 0 { return "not proved: no schedule was explored" }
      switch (state, method) {
      case (.complete, .reduction):
        return "all schedules explored by \(count) that stand for them, 0 violations"
      case (.complete, .preemptions): return "all \(count) explored, 0 violations"
      case (.bounded(let preemptions), _):
        return
          "all \(count) with at most \(NumberWords.counted(UInt64(preemptions), "preemption")) "
          + "explored, 0 violations; others have more"
      case (.searching, _): return "not proved: \(count) explored, and more are left"
      case (.failed, _): return "not proved"
      }
    }
  }

  /// Runs the schedules, at most `schedulesMax` of them; ends at the first violation, which it shrinks.
  /// - `progress`: receives the number of each run before it, from 0; must be cheap.
  public static func prove(
    _ runner: any ScheduleRunner, by method: Method = .reduction,
    schedulesMax: Int = schedulesMaxDefault, progress: (Int) -> Void = { _ in }
  ) -> Report {
    var report = search(runner, by: method, schedulesMax: schedulesMax, progress: progress)
    for _ in 0..<roundsMax {
      if isInterrupted(report) {
        _ = runner.adoptPoints()
      } else {
        guard report.isProof, runner.adoptPoints() else { return report }
      }
      report = search(runner, by: method, schedulesMax: schedulesMax, progress: progress)
    }
    if report.isProof, runner.adoptPoints() {
      report.state = .failed("every search showed more operations that matter")
    }
    return report
  }

  /// How often a search begins anew because it has shown operations that matter and were no points, or has come where
  /// the process made something that it makes only once, so that the same choices led elsewhere.
  private static let roundsMax = 8

  private static func isInterrupted(_ report: Report) -> Bool {
    guard report.failure == nil, case .failed = report.state else { return false }
    return true
  }

  private static func search(
    _ runner: any ScheduleRunner, by method: Method, schedulesMax: Int, progress: (Int) -> Void
  ) -> Report {
    let search: any ScheduleSearch
    let name: String
    switch method {
    case .reduction: (search, name) = (DPORStrategy(), "dpor")
    case .preemptions(let count):
      (search, name) = (BoundedSearchStrategy(preemptionsMax: count), "dfs")
    }
    let control = ScheduleControl(
      strategy: search, profile: ScheduleProfile(), names: runner.names)
    var report = Report(
      method: method, explored: 0, redundant: 0, state: .searching, undecided: 0, failure: nil)
    for number in 0..<schedulesMax {
      progress(number)
      guard let run = runner.run(control) else { break }
      if run.undecided != nil { report.undecided += 1 }
      report.pointCoverage.formUnion(run.pointCoverage)
      if report.outcomes.count < outcomesMax, let outcome = runner.outcome(of: run) {
        report.outcomes.insert(outcome)
      }
      if run.violation != nil {
        report.failure = ScheduleFailure.shrunk(
          run, control, strategy: name, seed: 0, runner: runner)
        break
      }
    }
    report.unjudged = runner.unjudged
    report.explored = search.explored
    report.redundant = search.redundant
    report.state = search.state
    return report
  }
}
