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

  @Test("are none of the catalogue's")
  func said() {
    let unsaid = Catalogue.rows.filter {
      if case .unsaid = $0.model.role { true } else { false }
    }
    #expect(unsaid.map(\.name) == [])
  }
}
