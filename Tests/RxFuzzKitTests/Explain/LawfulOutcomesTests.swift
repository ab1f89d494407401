import RxCoreAdapter
import Testing

@testable import RxFuzzKit

@Suite("The outcomes that a model allows", .timeLimit(.minutes(4)))
struct LawfulOutcomesTests {
  private static func outcomes(_ text: String) throws -> [String]? {
    let scenario = try ScenarioCodec.parse("rxf 1\nlibrary RxCore\n\(text)\n")
    let judge = Judge(library: RxCoreLibrary()).prepared(for: scenario)
    return judge.lawfulOutcomes?.map { outcome in
      outcome.map { events in
        events.map { event in
          switch event {
          case .next(let payload): "\(payload)"
          case .error: "x"
          case .completed: "|"
          }
        }.joined()
      }.joined(separator: ";")
    }.sorted()
  }

  @Test("are those of every order of the actions")
  func orders() throws {
    #expect(
      try Self.outcomes("chain merge(feed a, feed b)\nqueue p next a 1\nqueue q next b 2")
        == ["12", "21"])
    #expect(
      try Self.outcomes("chain feed a\nqueue p next a 1, completed a\nqueue q dispose 1")
        == ["", "1", "1|"])
  }

  @Test("hold no loss where nobody is disposed, and nothing twice")
  func losses() throws {
    let outcomes = try #require(
      try Self.outcomes(
        "chain subject a |> shareReplay 1\nqueue p next a 1, next a 2\nqueue q subscribe 2"))
    #expect(outcomes.contains("12;12") && outcomes.contains("12;2"))
    #expect(!outcomes.contains("12;") && !outcomes.contains("12;21") && !outcomes.contains("12;22"))
  }

  @Test("hold what real runs end in")
  func runs() throws {
    let text = "chain zip(feed a, feed b)\nqueue p next a 1, completed a\nqueue q next b 2, error b"
    let scenario = try ScenarioCodec.parse("rxf 1\nlibrary RxCore\n\(text)\n")
    let sequential = try SequentialOutcomes(scenario, library: RxCoreLibrary())
    let outcomes = try #require(try Self.outcomes(text))
    for delivered in sequential.deliveries {
      let word = delivered.map { delivery in
        switch delivery.event {
        case .next(let payload): "\(payload)"
        case .error: "x"
        case .completed: "|"
        }
      }.joined()
      #expect(outcomes.contains(word))
    }
  }

  @Test("are not listed where time takes part, or observers react")
  func unlisted() throws {
    #expect(
      try Self.outcomes("chain feed a |> delay 1ms x\nqueue p next a 1\nqueue q dispose 1") == nil)
    #expect(
      try Self.outcomes("chain feed a\nqueue p next a 1\nreact 1 at next 1: dispose 1") == nil)
  }
}
