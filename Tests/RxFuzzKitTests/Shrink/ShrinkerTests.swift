import ScheduleKit
import Testing

@testable import RxFuzzKit

@Suite("The shrinker")
struct ShrinkerTests {
  private static let large = """
    rxf 1
    library   Paper
    chain     merge(subject c |> map +3, feed b |> filter odd |> scan 4, just 7) |> take 3 |> do
    before    next c 17, subscribe 3
    queue p   next c 21, next c 22, completed c
    queue q   next b 31, drop 2, dispose 3
    queue r   dispose 1, next c 40
    react 2   at next 3: dispose 2, next c 50
    holder 2  bag
    holder 3  composite
    hold      400

    """

  @Test("only what the failure needs is left")
  func minimal() throws {
    var failure = SimulatedFailure { scenario in
      let rows = scenario.chain.nodes.map(\.row)
      return rows.contains("merge") && rows.contains("take")
        && scenario.queues.contains {
          $0.contains { if case .completed = $0 { true } else { false } }
        }
        && scenario.queues.contains {
          $0.contains { if case .dispose = $0 { true } else { false } }
        }
        && scenario.queues.count > 1
    }
    let shrinker = failure.shrink(try ScenarioCodec.parse(Self.large))
    #expect(shrinker.state == .minimal)
    let expected = """
      rxf 1
      library   Paper
      chain     merge(feed a, never) |> take 0
      queue p   completed a
      queue q   dispose 1

      """
    #expect(ScenarioCodec.print(shrinker.best.scenario) == expected)
    #expect(shrinker.size < shrinker.sizeBefore)
    #expect(shrinker.size.total < shrinker.sizeBefore.total)
  }

  @Test(
    "a bug that needs no race ends on one queue, one that needs nothing in the smallest scenario")
  func sequential() throws {
    var needsTwoEvents = SimulatedFailure { scenario in
      scenario.actions.filter { if case .next = $0 { true } else { false } }.count >= 2
    }
    let two = needsTwoEvents.shrink(try ScenarioCodec.parse(Self.large)).best.scenario
    #expect(two.queues.count == 1)
    #expect(two.actions == [.next(feed: 0, payload: 1), .next(feed: 0, payload: 2)])
    var needsNothing = SimulatedFailure { _ in true }
    let one = needsNothing.shrink(try ScenarioCodec.parse(Self.large)).best.scenario
    #expect(one.chain.nodes.count == 1)
    #expect(one.actions.count == 1)
  }

  private static func broken(_ scenario: Scenario) -> Finding {
    SimulatedFailure.finding(scenario)
  }

  @Test("every step is lawful, smaller, and made of rows that the library has", arguments: 0..<40)
  func lawful(batch: UInt64) {
    let library = PaperLibrary(
      rows: Set(Catalogue.rows.map(\.name)).subtracting(["never", "just"]),
      serialisesSubjects: batch % 2 == 0)
    let generated = ScenarioGenerator(library: library).generate(seed: 3, batch: batch)
    var shrinker = Shrinker(
      SimulatedFailure.finding(generated.scenario), lock: nil,
      draft: ShrinkDraft(generated.scenario, choices: generated.choices), library: library)
    var chance = SeededGenerator(seed: batch)
    shrinker.run(&chance, failing: Self.broken) { scenario in
      #expect(
        ScenarioValidation.validate(scenario, subjectsSerialise: library.serialisesSubjects) == nil)
      #expect(scenario.chain.nodes.allSatisfy { library.rows.contains($0.row) })
    }
  }

  @Test("a racy failure is followed as well, and only what fails is accepted")
  func racy() throws {
    var failure = SimulatedFailure(oneRaceIn: 300) { scenario in
      scenario.chain.nodes.contains { $0.row == "merge" } && scenario.queues.count > 1
    }
    let shrinker = failure.shrink(try ScenarioCodec.parse(Self.large))
    #expect(shrinker.state == .minimal)
    #expect(shrinker.best.scenario.chain.nodes.count == 3)
    #expect(shrinker.best.scenario.queues.count == 2)
  }

  @Test("a finding that does not fail again is left as it was")
  func notReproduced() throws {
    let scenario = try ScenarioCodec.parse(Self.large)
    var never = SimulatedFailure { _ in false }
    let shrinker = never.shrink(scenario)
    #expect(shrinker.state == .notReproduced)
    #expect(shrinker.best.scenario == scenario)
    #expect(shrinker.trials == ShrinkLimits.confirmingRoundsMax)
  }

  @Test("a cut keeps the smallest so far")
  func cut() throws {
    var shrinker = Shrinker(
      SimulatedFailure.finding(try ScenarioCodec.parse(Self.large)), lock: nil,
      library: PaperLibrary())
    for _ in 0..<8 {
      guard let trial = shrinker.trial else { break }
      shrinker.record(.failed(SimulatedFailure.finding(trial.subject), races: 1))
    }
    let size = shrinker.size
    #expect(size < shrinker.sizeBefore)
    shrinker.cut()
    #expect(shrinker.state == .cut)
    #expect(shrinker.trial == nil)
    #expect(ShrinkSize(shrinker.best.scenario) == size)
  }

  @Test("whatever fails first is the lock where none is given")
  func lock() throws {
    let scenario = try ScenarioCodec.parse(Self.large)
    var shrinker = Shrinker(
      SimulatedFailure.finding(scenario), lock: nil, library: PaperLibrary())
    shrinker.record(.failed(SimulatedFailure.finding(scenario, message: "seen 3"), races: 1))
    #expect(shrinker.lock?.description == "TERM-1 seen #")
  }

  @Test("shortened choices mean a generated scenario again")
  func choices() {
    let generator = ScenarioGenerator(library: PaperLibrary())
    let generated = generator.generate(seed: 9, batch: 4)
    let pass = ShortenChoicesPass(generator: generator)
    let candidates = pass.candidates(
      of: ShrinkDraft(generated.scenario, choices: generated.choices))
    #expect(!candidates.isEmpty)
    for candidate in candidates {
      var replay = ChoiceStream(replaying: candidate.choices ?? [])
      #expect(generator.scenario(&replay) == candidate.scenario)
    }
    #expect(pass.candidates(of: ShrinkDraft(generated.scenario)).isEmpty)
  }

  @Test("every pass has a name of its own")
  func names() {
    let scenarios = ShrinkPasses.ofScenarios(
      generator: ScenarioGenerator(library: PaperLibrary())
    ).map(\.name)
    #expect(Set(scenarios).count == scenarios.count)
    let primitives = ShrinkPasses.ofPrimitives.map(\.name)
    #expect(Set(primitives).count == primitives.count)
  }
}
