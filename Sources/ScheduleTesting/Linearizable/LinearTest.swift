import ScheduleKit

/// Draws scenarios of a type's operations, races each by both engines, and makes the first one smaller that no order explains.
///
/// Thread-safety: use from one thread.
final class LinearTest<Subject, Model> {
  private let test: TestRun
  private let make: () -> Subject
  private let model: () -> Model
  private let operations: [Operation<Subject, Model>]
  private let scenarios: Int
  static var scenariosDefault: Int { 60 }
  /// What a scenario gets at least.
  private static var schedulesMin: Int { 25 }
  private static var racesMin: Int { 64 }
  /// Schedules that a smaller scenario may take to fail.
  private static var schedulesOfSmaller: Int { 300 }
  /// In free races, the ticks that an operation must have ended before another begins, so that what a processor still holds
  /// back is not taken for a wrong order.
  private static var marginOfRaces: UInt64 { 2_000 }

  init(
    _ test: TestRun, scenarios: Int, make: @escaping () -> Subject, model: @escaping () -> Model,
    operations: [Operation<Subject, Model>]
  ) {
    self.test = test
    self.scenarios = scenarios
    self.make = make
    self.model = model
    self.operations = operations
  }

  /// One scenario after the other, until one fails or all are done.
  func search() {
    guard !operations.isEmpty else { return test.fail(fault: "there is no operation to perform") }
    let schedules = max(Self.schedulesMin, test.budget.schedules / max(1, scenarios))
    let races = max(Self.racesMin, test.budget.iterations / max(1, scenarios))
    for number in 0..<scenarios where !test.deadline.hasPassed {
      var generator = SeededGenerator(seed: test.budget.seed, stream: UInt64(number))
      guard let scenario = drawn(&generator) else { continue }
      test.report.scenarios += 1
      test.scenario = "\(scenario)"
      let race = RaceTest(
        test, schedules: test.budget.schedules == 0 ? 0 : schedules,
        iterations: test.budget.iterations == 0 ? 0 : races, body(scenario, margin: 0))
      if let failure = race.hunt() { return fail(failure, scenario) }
      race.use(body(scenario, margin: Self.marginOfRaces))
      race.race(seed: test.budget.seed &+ UInt64(number))
      if test.report.failure != nil { return }
    }
    test.scenario = nil
    if test.report.scenarios == 0, !test.deadline.hasPassed {
      test.fail(fault: "no scenario was drawn in which every operation comes to its end")
    }
  }

  /// Scenarios that are drawn until everything in one comes to its end.
  private static var drawsMax: Int { 300 }

  private func drawn(_ generator: inout SeededGenerator) -> LaneScenario? {
    for _ in 0..<Self.drawsMax {
      let scenario = LaneScenario(drawnFrom: &generator, operations: operations.count)
      if ends(scenario) { return scenario }
    }
    return nil
  }

  /// Whether nobody is left waiting in it.
  private func ends(_ scenario: LaneScenario) -> Bool {
    guard operations.contains(where: { $0.condition != nil }) else { return true }
    return EveryOrder(
      before: calls(scenario.before), lanes: scenario.lanes.map(calls),
      after: calls(scenario.after), model: model
    ).ends
  }

  private func calls(_ items: [LaneScenario.Item]) -> [OperationCall<Subject, Model>] {
    items.map { item in
      var generator = SeededGenerator(seed: item.seed)
      return operations[item.operation].call(&generator)
    }
  }

  /// Repeats what a report says.
  func repeats(_ replay: ReplayText) {
    guard let text = replay.scenario,
      let scenario = LaneScenario(parsing: text, operations: operations.count)
    else {
      return test.fail(
        fault: "RXFUZZ_REPLAY is not accepted: it names no scenario of these operations")
    }
    test.report.scenarios = 1
    test.scenario = text
    var margin: UInt64 = 0
    if case .free = replay.run { margin = Self.marginOfRaces }
    RaceTest(
      test, schedules: test.budget.schedules, iterations: test.budget.iterations,
      body(scenario, margin: margin)
    ).repeats(replay)
  }

  /// Reports the smallest scenario that fails in the same way.
  private func fail(_ first: ScheduleFailure, _ found: LaneScenario) {
    var (failure, scenario) = (first, found)
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in scenario.smaller where ends(candidate) {
        let race = RaceTest(
          test, schedules: Self.schedulesOfSmaller, iterations: 0, body(candidate, margin: 0))
        guard let next = race.hunt(isCounted: false), next.violation.rule == failure.violation.rule
        else { continue }
        (failure, scenario, isSmaller) = (next, candidate, true)
        break
      }
    }
    test.scenario = "\(scenario)"
    test.fail(failure)
  }

  /// A race of the scenario's lanes, judged by the orders of its operations.
  private func body(_ scenario: LaneScenario, margin: UInt64) -> (Race) throws -> Void {
    let before = calls(scenario.before)
    let lanes = scenario.lanes.map(calls)
    // What is done after the lanes is one more, all of which comes after all of theirs.
    let after = calls(scenario.after)
    let linearizer = Linearizer(
      before: before, lanes: lanes + [after], margin: margin, model: model)
    let parts = LinearParts(before: before, lanes: lanes, after: after)
    let isAsynchronous = operations.contains(where: \.isAsynchronous)
    let make = make
    return { race in
      let history = LaneHistory(lanes: lanes.count + 1)
      if isAsynchronous {
        parts.add(to: race, LinearParts.Subject(make()), history)
      } else {
        parts.add(to: race, make(), history)
      }
      race.afterwards {
        let left = SchedulePoint.leave()
        defer { SchedulePoint.reenter(left) }
        guard !linearizer.explains(history) else { return }
        race.fail(
          ScheduleViolation(
            rule: "linearizability",
            message:
              "no order of the operations, one at a time, answers what these lanes were answered",
            key: "linearizability"),
          details: Self.picture(before, lanes, after, history))
      }
    }
  }

  /// Each lane's operations with their answers, those that did not overlap one below the other.
  private static func picture(
    _ before: [OperationCall<Subject, Model>], _ lanes: [[OperationCall<Subject, Model>]],
    _ after: [OperationCall<Subject, Model>], _ history: LaneHistory
  ) -> String {
    var lines = zip(before, history.before).map { "before  \($0.words) \($1.words)" }
    var rows: [(end: UInt64, lane: Int, words: String)] = []
    for lane in lanes.indices {
      for (call, event) in zip(lanes[lane], history[lane]) {
        rows.append((event.end, lane, "\(call.words) \(event.answer.words)"))
      }
    }
    let steps = rows.sorted { $0.end < $1.end }.map {
      LaneTrace.Step(lane: "thread \($0.lane + 1)", words: $0.words)
    }
    let names = lanes.indices.map { "thread \($0 + 1)" }
    lines += LaneTrace(steps: steps, lanes: names).plain()
    lines += zip(after, history[lanes.count]).map { "after   \($0.words) \($1.answer.words)" }
    return lines.joined(separator: "\n")
  }
}
