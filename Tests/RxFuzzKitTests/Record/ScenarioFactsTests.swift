import Testing

@testable import RxFuzzKit

@Suite("What judges know of a scenario")
struct ScenarioFactsTests {
  /// Whoever ends the first input may subscribe the second, on behalf of another subscription.
  @Test(
    "an input subscribed later is nobody's in particular",
    arguments: [
      "concat", "catch", "catchSequence", "ifEmptySwitch", "timeoutOther", "retry", "flatMap",
    ])
  func late(row: String) throws {
    #expect(try facts(of: row).subscribesElsewhere)
  }

  @Test(
    "an input subscribed at once is its subscriber's", arguments: ["merge", "zip", "takeUntil"])
  func atOnce(row: String) throws {
    #expect(try !facts(of: row).subscribesElsewhere)
  }

  private func facts(of name: String) throws -> ScenarioFacts {
    let row = try #require(Catalogue.row(named: name))
    var choices = ChoiceStream(generator: SeededGenerator(seed: 1, stream: 1))
    let parameters = row.parameters.map { $0.draw(&choices) }
    let inputs = (0..<row.inputs.lowerBound).map { Chain("feed", [$0]) }
    return ScenarioFacts(
      Scenario(
        library: "Example", chain: Chain(name, parameters, inputs: inputs),
        queues: [[.completed(feed: 0)], [.subscribe(subscription: 2)]]))
  }
}
