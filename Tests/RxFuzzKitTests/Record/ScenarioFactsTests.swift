import ScheduleKit
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

  @Test(
    "deliveries have a queue where every row on the way down passes straight on what has one",
    arguments: [
      ("map +1", Optional(0)), ("take 1", 0), ("take 0", nil), ("startWith 1", nil),
      ("delay 1ms y", nil), ("reduce 1", 0),
    ])
  func queue(below row: String, queue: Int?) throws {
    for source in ["feed a |> observeOn x", "timer 1ms x", "justScheduled 1 x"] {
      let chain = try parse("\(source) |> \(row)")
      #expect(facts(of: chain).deliveryQueue == queue)
    }
  }

  @Test("a subject forgets its elements at its end, or not")
  func forgetting() throws {
    for (row, forgets) in [
      ("subject a", true), ("behavior a 1", true), ("replay a 1", false), ("async a", false),
      ("behaviorRelay a 1", false),
    ] {
      let chain = try parse(row)
      #expect(facts(of: chain).forgetfulSubjects == (forgets ? [0] : []), "\(row)")
      let shared = Chain("shareReplay", [1], inputs: [chain])
      #expect(facts(of: shared).forgetfulSubjects.isEmpty)
    }
  }

  private func parse(_ text: String) throws -> Chain {
    var cursor = LineCursor(line: 1, bytes: Array(text.utf8)[...])
    return try ChainParser.parse(&cursor)
  }

  private func facts(of chain: Chain) -> ScenarioFacts {
    ScenarioFacts(
      Scenario(
        library: "Example", chain: chain,
        queues: [[.completed(feed: 0)], [.subscribe(subscription: 2)]]))
  }

  private func facts(of name: String) throws -> ScenarioFacts {
    let row = try #require(Catalogue.row(named: name))
    var choices = ChoiceStream(generator: SeededGenerator(seed: 1, stream: 1))
    let parameters = row.parameters.map { $0.draw(&choices) }
    let inputs = (0..<row.inputs.lowerBound).map { Chain("feed", [$0]) }
    return facts(of: Chain(name, parameters, inputs: inputs))
  }
}
