import Testing

@testable import RxFuzzKit

@Suite("Rows that the model cannot say")
struct MissingModelTests {
  private let script = ScenarioFacts(
    Scenario(
      library: "any", chain: Chain("map", [1], inputs: [Chain("feed", [0])]),
      queues: [[.completed(feed: 0)]]))

  @Test("leave the search undecided, whatever the trace")
  func undecided() {
    let graph = GraphModel(script) { name in
      let row = Catalogue.row(named: name)
      return name == "map"
        ? OperatorRow("map", row?.parameters ?? [], model: .withoutModel) : row
    }
    #expect(graph.rowWithoutModel == "map")
    #expect(GraphModel(script).rowWithoutModel == nil)
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
    #expect(own == .undecided(.rowWithoutModel("map")))
    let other = Judge(library: PaperLibrary(ownRow: "filter")).verdict(on: trace)
    #expect(other != .undecided(.rowWithoutModel("filter")))
  }

  @Test("are none of the catalogue's")
  func said() {
    let withoutModel = Catalogue.rows.filter {
      if case .withoutModel = $0.model.role { $0.standsFor == nil } else { false }
    }
    #expect(withoutModel.map(\.name) == [])
  }
}
