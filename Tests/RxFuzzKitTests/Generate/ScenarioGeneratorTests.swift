import ScheduleKit
import Testing

@testable import RxFuzzKit

@Suite struct ScenarioGeneratorTests {
  private let generator = ScenarioGenerator(library: PaperLibrary())

  @Test func theSameSeedAndBatchMeanTheSameScenario() {
    for batch in 0..<200 as Range<UInt64> {
      let first = generator.generate(seed: 42, batch: batch)
      let again = ScenarioGenerator(library: PaperLibrary()).generate(seed: 42, batch: batch)
      #expect(first == again)
    }
    let scenarios = Set((0..<1_000).map { generator.scenario(seed: 42, batch: $0) })
    #expect(scenarios.count > 900, "batches differ from one another")
    #expect(generator.scenario(seed: 1, batch: 7) != generator.scenario(seed: 2, batch: 7))
  }

  @Test func recordedChoicesMeanTheSameScenarioAgain() {
    for batch in 0..<500 as Range<UInt64> {
      let drawn = generator.generate(seed: 3, batch: batch)
      var choices = ChoiceStream(replaying: drawn.choices)
      #expect(generator.generate(&choices) == drawn)
    }
  }

  @Test func noChoicesMeanTheSimplestScenario() {
    var choices = ChoiceStream(replaying: [])
    let simplest = generator.generate(&choices)
    #expect(
      simplest.scenario
        == Scenario(
          library: "Paper", chain: Chain("feed", [0]),
          queues: [[.completed(feed: 0)], [.dispose(subscription: 1)]]))
    #expect(simplest.templates == ["completed ‖ dispose"])
  }

  /// Libraries that bind or promise less than all.
  static let libraries = [
    PaperLibrary(), PaperLibrary(serialisesSubjects: false), PaperLibrary(rows: ["feed"]),
    PaperLibrary(rows: ["subject", "merge"]), PaperLibrary(rows: ["just", "map", "timer"]),
    PaperLibrary(rows: []),
    // Many inputs, each of another kind of feed: there are fewer letters than that.
    PaperLibrary(
      rows: [
        "zipMany", "combineLatestMany", "feed", "subject", "behavior", "replay", "async",
        "publishRelay", "behaviorRelay", "replayRelay",
      ]),
  ]

  @Test(arguments: libraries)
  func everyScenarioIsLawfulForItsLibrary(library: PaperLibrary) {
    let generator = ScenarioGenerator(library: library)
    let rows = library.rows.union(library.rows.isEmpty ? ["feed"] : [])
    for batch in 0..<1_000 as Range<UInt64> {
      let scenario = generator.scenario(seed: 5, batch: batch)
      let fault = ScenarioValidation.validate(
        scenario, subjectsSerialise: library.serialisesSubjects)
      #expect(fault == nil, "\(ScenarioCodec.print(scenario))")
      #expect(rows.isSuperset(of: scenario.chain.nodes.map(\.row)))
      let payloads = scenario.actions.compactMap { action -> Int? in
        guard case .next(_, let payload) = action else { return nil }
        return payload
      }
      #expect(payloads == Array(1..<payloads.count + 1))
    }
  }

  @Test func damagedRecordingsStillMeanLawfulScenarios() {
    var chance = SeededGenerator(seed: 11)
    for batch in 0..<1_000 as Range<UInt64> {
      var recording = generator.generate(seed: 9, batch: batch).choices
      for _ in 0..<4 where !recording.isEmpty {
        switch chance.below(3) {
        case 0: recording.remove(at: chance.below(recording.count))
        case 1: recording[chance.below(recording.count)] = 0
        default: recording[chance.below(recording.count)] = UInt32(chance.below(1_000))
        }
      }
      var choices = ChoiceStream(replaying: recording)
      let scenario = generator.scenario(&choices)
      #expect(ScenarioValidation.validate(scenario) == nil, "\(ScenarioCodec.print(scenario))")
    }
  }

  @Test func everyTemplateAndEveryRowIsDrawnWithinAMillionIterations() {
    var templates: [String: Int] = [:]
    var rows: [String: Int] = [:]
    var queues: [Int: Int] = [:]
    var subscriptions: [Int: Int] = [:]
    let batches = 1_000_000 / ScenarioGenerator.iterationsPerScenario
    for batch in 0..<UInt64(batches) {
      let drawn = generator.generate(seed: 42, batch: batch)
      for template in drawn.templates { templates[template, default: 0] += 1 }
      for row in Set(drawn.scenario.chain.nodes.map(\.row)) { rows[row, default: 0] += 1 }
      queues[drawn.scenario.queues.count, default: 0] += 1
      subscriptions[drawn.scenario.subscriptions.count, default: 0] += 1
    }
    for template in RaceTemplates.all { #expect(templates[template.name, default: 0] >= 10) }
    for row in Catalogue.rows where row.weight > 0 { #expect(rows[row.name, default: 0] > 0) }
    #expect(templates.count == RaceTemplates.all.count, "names are unique and all listed")
    #expect((batches * 80 / 100...batches * 90 / 100).contains(queues[2, default: 0]))
    for count in 3...4 { #expect(queues[count, default: 0] > 0) }
    for count in 1...3 { #expect(subscriptions[count, default: 0] > 0) }
  }

  @Test func graphsWithTimersMostlyGoByVirtualTimeWhereThereIsOne() {
    func timed(_ library: PaperLibrary) -> (virtual: Int, real: Int) {
      let generator = ScenarioGenerator(library: library)
      var counts = (virtual: 0, real: 0)
      for batch in 0..<4_000 as Range<UInt64> {
        let scenario = generator.scenario(seed: 5, batch: batch)
        guard ScenarioFacts.usesTime(scenario.chain) else { continue }
        if scenario.isVirtual { counts.virtual += 1 } else { counts.real += 1 }
      }
      return counts
    }
    let both = timed(PaperLibrary())
    #expect(both.virtual > both.real && both.real > 20)
    #expect(timed(PaperLibrary(hasVirtualTime: false)).virtual == 0)
  }

  @Test func hotSourcesMeetThemselvesInOneGraph() {
    let repeated = (0..<2_000 as Range<UInt64>).filter { batch in
      let chain = generator.scenario(seed: 1, batch: batch).chain
      let labels = chain.nodes.compactMap { node in
        Catalogue.row(named: node.row)?.traits.contains(.hot) == true ? node.label : nil
      }
      return Set(labels).count < labels.count
    }
    #expect(repeated.count > 100)
  }

  @Test(arguments: RaceTemplates.all.map(\.name))
  func aTemplateRefusesAGraphThatLacksWhatItNeeds(name: String) throws {
    let template = try #require(RaceTemplates.all.first { $0.name == name })
    let bare = GraphCapabilities(chain: Chain("just", [1]), subjectsSerialise: true)
    var choices = ChoiceStream(replaying: [])
    #expect((template.race(on: bare, &choices) == nil) == !template.needs.isEmpty)
  }

  @Test func theBenchmarkFamilyIsShortChainsThatCompleteOrAreDisposed() {
    var lengths: Set<Int> = []
    for batch in 0..<500 as Range<UInt64> {
      let scenario = ScenarioGenerator.benchmarkFamily(library: "Paper", seed: 1, batch: batch)
      #expect(ScenarioValidation.validate(scenario) == nil)
      #expect(scenario.feeds == [0])
      #expect(!scenario.chain.nodes.contains(Chain("take", [0], inputs: [])))
      lengths.insert(scenario.chain.depth - 1)
    }
    #expect(lengths == Set(0...4))
  }
}
