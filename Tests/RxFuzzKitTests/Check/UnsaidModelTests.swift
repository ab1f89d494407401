import Testing

@testable import RxFuzzKit

@Suite("Rows that the model cannot say")
struct UnsaidModelTests {
  private let script = ScenarioFacts(
    Scenario(
      library: "any", chain: Chain("map", [1], inputs: [Chain("feed", [0])]),
      queues: [[.completed(feed: 0)]]))

  @Test("leave the search undecided, whatever the trace")
  func undecided() {
    let graph = GraphModel(script) { name in
      let row = Catalogue.row(named: name)
      return name == "map"
        ? OperatorRow("map", row?.parameters ?? [], model: .unsaid) : row
    }
    #expect(graph.unsaidRow == "map")
    #expect(GraphModel(script).unsaidRow == nil)
  }

  @Test("may be a library's own, which defines them in another way")
  func libraryOwn() {
    // The element that arrives is lost.
    let trace = Trace.of(
      Scenes.scenario(on: Chain("map", [1], inputs: [Scenes.feed]), [.next(feed: 0, payload: 1)])
    ) {
      $0.attached(1)
      $0.action(1, TraceBuilder.p)
      $0.raceEnd()
    }
    guard case .violated = Judge(library: PaperLibrary()).verdict(on: trace) else {
      Issue.record("the model says nothing")
      return
    }
    let own = Judge(library: PaperLibrary(ownRow: "map")).verdict(on: trace)
    #expect(own == .undecided(.rowUnsaid("map")))
    let other = Judge(library: PaperLibrary(ownRow: "filter")).verdict(on: trace)
    #expect(other != .undecided(.rowUnsaid("filter")))
  }

  @Test("are none of the catalogue's")
  func said() {
    let unsaid = Catalogue.rows.filter {
      if case .unsaid = $0.model.role { true } else { false }
    }
    #expect(unsaid.map(\.name) == [])
  }
}
