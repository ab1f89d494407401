import RxFuzzKit
import ScheduleKit
import ScheduleTesting

/// Draws scenarios around one operator, explores and races each, and makes the first that breaks a rule smaller. What fails
/// with a row of the library in the operator's place, too, is the library's own failure: it is counted and passed over.
///
/// Thread-safety: use from one thread.
final class OperatorTest<Base: LibraryUnderTest> {
  private let test: TestRun
  private let library: OperatorLibrary<Base>
  private let row: String
  private var failuresOfLibrary = 0
  private static var schedulesPerScenario: Int { 12 }
  private static var racesPerScenario: Int { ScenarioGenerator.iterationsPerScenario }
  private static var schedulesOfTrial: Int { 200 }
  private static var schedulesOfReplay: Int { 5_000 }
  private static var trialsMax: Int { 400 }
  /// Drawn scenarios that may lack the operator, or fail without it, one after the other.
  private static var drawsMax: Int { 200 }

  init(_ test: TestRun, library: OperatorLibrary<Base>, row: String) {
    self.test = test
    self.library = library
    self.row = row
  }

  /// Scenario after scenario, until one fails or all iterations are done.
  func search() {
    var scenarios = ScenarioGenerator(library: library).scenarios(seed: test.budget.seed)
      .makeIterator()
    let engine = StressEngine(library: library)
    let races = test.budget.iterations
    let schedules = ScheduleSession.isSupported ? test.budget.schedules : 0
    if !ScheduleSession.isSupported { test.report.note(ScheduleSession.unsupportedNotice) }
    var drawn: UInt64 = 0
    var missed = 0
    var passedInTurn = 0
    defer { noteFailuresOfLibrary() }
    while test.report.races < races || test.report.schedules < schedules,
      !test.deadline.hasPassed, test.report.failure == nil, let scenario = scenarios.next()
    {
      drawn += 1
      guard scenario.chain.nodes.contains(where: { $0.row == row }) else {
        missed += 1
        if missed > Self.drawsMax { return test.fail(fault: "no scenario holds the operator") }
        continue
      }
      missed = 0
      test.report.scenarios += 1
      test.scenario = Self.word(scenario)
      test.progress()
      let passedOver = failuresOfLibrary
      if test.report.schedules < schedules {
        explore(scenario, schedules: Self.schedulesPerScenario)
      }
      // A free race could end the process by what the library does wrong.
      if failuresOfLibrary > passedOver {
        passedInTurn += 1
        if passedInTurn > Self.drawsMax {
          return test.fail(fault: "whatever is drawn fails without the operator, too")
        }
        continue
      }
      passedInTurn = 0
      if test.report.failure == nil, test.report.races < races {
        race(scenario, engine, seed: test.budget.seed &+ drawn)
      }
    }
  }

  /// Repeats what a report says.
  func repeats(_ replay: ReplayText) {
    guard let word = replay.scenario, let scenario = Self.scenario(word) else {
      return test.fail(fault: "RXFUZZ_REPLAY is not accepted: it holds no scenario")
    }
    test.scenario = word
    test.report.scenarios = 1
    do {
      switch replay.run {
      case .free(let seed):
        // A crash or a hang of a free race ends the process: what shows under control can be drawn, and made smaller.
        if ScheduleSession.isSupported { explore(scenario, schedules: Self.schedulesOfReplay) }
        guard test.report.failure == nil else { return }
        race(scenario, StressEngine(library: library), seed: seed, isShrunk: false)
      case .schedule(let text):
        test.now = .schedules
        let runner = try ScenarioRunner(scenario, library: library)
        let repeated = try ScheduleReplay(text).run(runner)
        test.report.schedules = 1
        test.report.distinctSchedules = 2
        if let divergence = repeated.divergence {
          test.report.note("the schedule is no longer the recorded one: \(divergence)")
        }
        guard let violation = repeated.run.violation else {
          return test.report.note("the schedule was repeated, and what it had shown does not show")
        }
        let finding = Finding(
          invariant: violation.invariant, message: violation.message, scenario: scenario,
          records: repeated.run.records,
          details: Self.details(repeated.steps, repeated.run.details), schedule: text)
        fail(finding)
      }
    } catch { test.fail(fault: "\(error)") }
  }

  private func explore(_ scenario: Scenario, schedules: Int) {
    test.now = .schedules
    guard let (report, finding) = hunt(scenario, schedules: schedules) else { return }
    test.report.schedules += report.schedules
    test.report.distinctSchedules += report.distinct
    guard let finding else { return }
    judge(finding) { candidate, _ in hunt(candidate, schedules: Self.schedulesOfTrial)?.finding }
  }

  /// What a drawn scenario has shown: made smaller and told, unless the library fails without the operator.
  private func judge(_ finding: Finding, fails: (Scenario, _ races: UInt64) -> Finding?) {
    guard !failsWithoutOperator(finding) else {
      failuresOfLibrary += 1
      return
    }
    let smallest = ScenarioMinimizer.minimized(
      finding, library: library, trialsMax: Self.trialsMax
    ) { candidate, races in
      test.progress()
      return fails(candidate, races)
    }
    guard !failsWithoutOperator(smallest) else {
      failuresOfLibrary += 1
      return
    }
    fail(smallest)
  }

  private func failsWithoutOperator(_ finding: Finding) -> Bool {
    let scenario = finding.scenario
    guard scenario.chain.nodes.contains(where: { $0.row == row }) else { return true }
    let substitute = library.withoutOperator
    test.progress()
    if hunt(scenario, schedules: Self.schedulesOfTrial, library: substitute)?.finding != nil {
      return true
    }
    guard finding.schedule == nil else { return false }
    let raced = try? StressEngine(library: substitute).race(
      scenario, iterations: Self.racesPerScenario, seed: test.budget.seed, progress: { _ in })
    return raced?.findings.isEmpty == false
  }

  private func noteFailuresOfLibrary() {
    guard failuresOfLibrary > 0 else { return }
    let (fail, say) = failuresOfLibrary == 1 ? (" fails", "says") : ("s fail", "say")
    test.report.note(
      "\(failuresOfLibrary) scenario\(fail) with an operator of \(library.name) in this one's place, too, "
        + "and \(say) nothing of it")
  }

  /// Schedules of a scenario; nil where it cannot be run.
  private func hunt(
    _ scenario: Scenario, schedules: Int, library: OperatorLibrary<Base>? = nil
  ) -> (report: ScheduleHunt.Report, finding: Finding?)? {
    let library = library ?? self.library
    guard let runner = try? ScenarioRunner(scenario, library: library) else { return nil }
    let report = ScheduleHunt(runner, seed: test.budget.seed).hunt(schedulesMax: schedules)
    let finding = report.failure.map { failure in
      Finding(
        invariant: failure.violation.invariant, message: failure.violation.message,
        scenario: scenario, records: failure.records,
        details: Self.details(failure.steps, failure.details), schedule: failure.schedule)
    }
    return (report, finding)
  }

  private func race(
    _ scenario: Scenario, _ engine: StressEngine, seed: UInt64, isShrunk: Bool = true
  ) {
    test.now = .races
    guard
      let result = try? engine.race(
        scenario, iterations: Self.racesPerScenario, seed: seed, progress: { _ in })
    else { return }
    test.report.races += result.raced
    test.report.overlappedRaces += result.overlapped
    guard let finding = result.findings.first else { return }
    guard isShrunk else { return fail(finding) }
    // What a free race has shown is tried under control first: there it can be repeated, and made smaller.
    if let explored = hunt(scenario, schedules: Self.schedulesOfTrial)?.finding {
      return judge(explored) { candidate, _ in
        hunt(candidate, schedules: Self.schedulesOfTrial)?.finding
      }
    }
    judge(finding) { candidate, races in
      let again = try? engine.race(
        candidate, iterations: Int(min(races, 4_096)), seed: seed, progress: { _ in })
      return again?.findings.first
    }
  }

  private func fail(_ finding: Finding) {
    let statement = Judge.invariants.first { $0.name == finding.invariant }?.statement
    var lines = [statement.map { "the contract: \($0)" } ?? "", ""]
    lines += ScenarioCodec.print(finding.scenario).split(separator: "\n").map { "  \($0)" } + [""]
    var finding = finding
    finding.details = PlaceText(finding.details).named()
    if !finding.records.isEmpty {
      lines += LaneDiagram.draw(finding).split(separator: "\n").map(String.init) + [""]
    }
    let details = DrawnSwitches(finding).rest.filter { !$0.isEmpty }
    if !details.isEmpty {
      lines += details.prefix(Self.detailLinesMax).map { "  \($0)" } + [""]
    }
    let run = finding.schedule.map { ReplayText.Run.schedule($0) } ?? .free(seed: test.budget.seed)
    test.fail(
      ScheduleViolation(finding.invariant, finding.message),
      replay: ReplayText(
        place: "\(test.place)", scenario: Self.word(finding.scenario), run: run), body: lines)
  }
  private static var detailLinesMax: Int { 16 }

  private static func details(_ steps: [String], _ more: String) -> String {
    (steps + (more.isEmpty ? [] : [more])).joined(separator: "\n")
  }

  /// The scenario as one word of a replay.
  static func word(_ scenario: Scenario) -> String {
    ScenarioCodec.print(scenario).split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: "_")
    }.joined(separator: ";")
  }

  static func scenario(_ word: String) -> Scenario? {
    let text = word.split(separator: ";").map {
      $0.split(separator: "_").joined(separator: " ")
    }.joined(separator: "\n")
    return try? ScenarioCodec.parse(text + "\n")
  }
}
