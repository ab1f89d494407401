import Testing

@testable import RxFuzzKit

@Suite("What an explainer keeps from one trace to the next")
struct GraphMovesTests {
  private static let scenario = Scenes.nextAgainstDispose
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q

  private static let lawful = Trace.of(scenario) {
    $0.attached(1)
    $0.action(1, p) { $0.next(1, by: 1, p) }
    $0.enter(2, p)
    $0.action(3, q) { $0.detached(1, q) }
    $0.exit(2, p)
    $0.raceEnd()
    $0.tornDown()
  }
  /// The first element comes twice.
  private static let unlawful = Trace.of(scenario) {
    $0.attached(1)
    $0.action(1, p) { $0.next(1, by: 1, p) }
    $0.action(2, p) { $0.next(1, by: 1, p) }
    $0.action(3, q) { $0.detached(1, q) }
    $0.raceEnd()
    $0.tornDown()
  }

  @Test("changes no verdict, whichever trace comes first")
  func verdicts() {
    let judge = Judge(promises: [.ref1]).prepared(for: Self.scenario)
    var explainer = judge.explainer()
    for trace in [Self.lawful, Self.unlawful, Self.unlawful, Self.lawful, Self.unlawful] {
      let verdict = judge.verdict(on: trace, by: &explainer)
      #expect(verdict == judge.verdict(on: trace))
    }
    #expect(judge.verdict(on: Self.lawful) == .lawful)
    #expect(judge.verdict(on: Self.unlawful) != .lawful)
  }

  @Test("is as good as new after it was given up")
  func forgotten() {
    let judge = Judge(promises: [.ref1]).prepared(for: Self.scenario)
    var explainer: TraceExplainer?
    let verdict = judge.verdict(on: Self.unlawful, by: &explainer)
    #expect(verdict != .lawful)
    #expect(explainer != nil)
  }

  @Test("leads each move where the machine goes, the first time and each time after it")
  func moves() {
    let machine = GraphMachine(graph: GraphModel(ScenarioFacts(Self.scenario)))
    var moves = GraphMoves(machine)
    for _ in 0..<2 {
      var (number, state) = (moves.first, GraphState(machine.graph))
      while machine.choices(0, in: state) > 0 {
        #expect(moves.choices(0, in: number) == machine.choices(0, in: state))
        number = moves.step(0, 0, from: number)
        machine.perform(0, 0, in: &state)
        machine.settle(0, in: &state)
        #expect(moves.state(number) == state)
      }
      let symbol = moves.symbol(of: Self.lawful.records[0])
      let isAccepted = machine.accept(Self.lawful.records[0], 0, in: &state)
      machine.settle(0, in: &state)
      let taken = moves.take(symbol, 0, from: number)
      #expect(isAccepted)
      #expect(taken.map(moves.state) == state)
      let tooEarly = moves.symbol(of: Self.lawful.records[1])
      let refused = moves.take(tooEarly, 1, from: moves.first)
      #expect(refused == nil)
    }
  }

  @Test("finds states by numbers that are seldom equal")
  func digests() {
    let machine = GraphMachine(graph: GraphModel(ScenarioFacts(Scenes.twoSources)))
    var states = [GraphState(machine.graph)]
    var known = Set(states)
    var next = 0
    let records = (1...4).map { TraceRecord(.actionEnter, lane: $0 < 3 ? 1 : 2, subject: $0) }
    while next < states.count, states.count < 2_000 {
      for lane in 0..<machine.graph.laneCount {
        var reached: [GraphState] = []
        for choice in 0..<machine.choices(lane, in: states[next]) {
          reached.append(states[next])
          machine.perform(choice, lane, in: &reached[reached.count - 1])
        }
        for record in records where Int(record.lane) == lane {
          var state = states[next]
          if machine.accept(record, lane, in: &state) { reached.append(state) }
        }
        for feed in 0..<2 {
          let record = TraceRecord(.attached, lane: 0, subject: feed + 1, value: feed)
          var state = states[next]
          if machine.accept(record, lane, in: &state) { reached.append(state) }
        }
        for state in reached where known.insert(state).inserted { states.append(state) }
      }
      next += 1
    }
    #expect(states.count > 50)
    #expect(Set(states.map(\.digest)).count > states.count * 99 / 100)
  }
}
