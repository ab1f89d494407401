import Testing

@testable import RxFuzzKit

@Suite("Rows that the model cannot say")
struct UnsaidModelTests {
  @Test("leave the search undecided, whatever the trace")
  func undecided() {
    let unsaid = Catalogue.rows.filter {
      if case .unsaid = $0.model.role { return true }
      return false
    }
    for row in unsaid {
      let inputs = Array(repeating: Chain("feed", [0]), count: row.inputs.lowerBound)
      let parameters = row.parameters.map { $0.lawful.lowerBound }
      let chain = Chain(row.name, parameters, inputs: inputs)
      let script = ScenarioFacts(
        Scenario(library: "any", chain: chain, queues: [[.completed(feed: 0)]]))
      #expect(GraphModel(script).unsaidRow == row.name)
    }
    let said = Chain("map", [1], inputs: [Chain("feed", [0])])
    let script = ScenarioFacts(
      Scenario(library: "any", chain: said, queues: [[.completed(feed: 0)]]))
    #expect(GraphModel(script).unsaidRow == nil)
  }
}
