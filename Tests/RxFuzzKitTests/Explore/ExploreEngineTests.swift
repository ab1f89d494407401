import CScheduleRuntime
import RxCoreAdapter
import ScheduleKit
import ScheduleTesting
import Testing

@testable import RxFuzzKit

/// One process can explore one scenario at a time, so every suite that explores lies in here.
@Suite("Explore", .serialized, .exclusiveSchedules, .enabled(if: ExploreEngine.isSupported))
struct ExploreSuites {}

extension ExploreSuites {
  @Suite("The explore engine", .serialized, .timeLimit(.minutes(5)))
  struct ExploreEngineTests {
    private let library: RxCoreLibrary
    private let generator: ScenarioGenerator

    init() {
      library = RxCoreLibrary(countsResources: false)
      generator = ScenarioGenerator(library: library)
    }

    private func scenario(_ seed: UInt64) -> Scenario {
      generator.scenario(seed: 1, batch: seed)
    }

    private func walk(_ seed: UInt64) -> ScheduleControl {
      ScheduleControl(
        strategy: RandomWalkStrategy(seed: seed, switchOneIn: 2), profile: ScheduleProfile(),
        names: ScheduleSession.siteNames())
    }

    @Test("the core is lawful under every schedule tried")
    func lawfulCore() throws {
      let engine = ExploreEngine(library: library)
      for seed in 0..<150 {
        let prepared = try engine.prepare(scenario(UInt64(seed)))
        for schedule in 0..<10 {
          let result = try #require(
            engine.run(prepared, control: walk(UInt64(schedule))))
          #expect(result.schedule.outcome == .completed)
          let words = result.findings.map { "\($0.invariant) \($0.message)\n\($0.details)" }
          #expect(result.findings.isEmpty, "\(seed): \(prepared.scenario)\n\(words)")
        }
      }
    }

    /// Rows and holders that keep no hash table by address: the order in such a table is chance of the library's own.
    private static let ordered: Set<String> = [
      "feed", "subject", "just", "empty", "never", "error", "from", "range", "map", "filter",
      "skip", "take", "scan", "do", "debug", "deferred", "takeUntil", "observeOn", "subscribeOn",
      "timer", "interval",
    ]

    private func orderedScenarios(_ count: Int) -> [Scenario] {
      (0..<UInt64.max).lazy.map(scenario).filter { scenario in
        scenario.chain.nodes.allSatisfy { Self.ordered.contains($0.row) }
          && !scenario.holders.values.contains(.composite)
      }.prefix(count).map { $0 }
    }

    @Test("the same seed gives the same schedule, whatever ran before")
    func determinism() throws {
      let scenarios = orderedScenarios(1000)
      let first = ExploreEngine(library: library)
      var hashes: [UInt64] = []
      for (seed, scenario) in scenarios.enumerated() {
        let prepared = try first.prepare(scenario)
        let result = try #require(first.run(prepared, control: walk(UInt64(seed))))
        hashes.append(result.schedule.hash)
      }
      let second = ExploreEngine(library: library)
      for (seed, scenario) in scenarios.enumerated().reversed() {
        let prepared = try second.prepare(scenario)
        let result = try #require(second.run(prepared, control: walk(UInt64(seed))))
        #expect(result.schedule.hash == hashes[seed], "\(seed): \(scenario)")
      }
      #expect(Set(hashes).count > 500)
    }

    @Test("profiling foresees what matters, so that a search covers both orders of every race")
    func search() throws {
      let engine = ExploreEngine(library: library)
      let prepared = try engine.prepare(
        Scenario(
          library: "RxCore", chain: Chain("take", [2], inputs: [Chain("feed", [0])]),
          queues: [[.completed(feed: 0)], [.dispose(subscription: 1)]]))
      let strategy = DPORStrategy()
      let control = ScheduleControl(
        strategy: strategy, profile: ScheduleProfile(), names: ScheduleSession.siteNames())
      var completed: Set<Bool> = []
      while let result = engine.run(prepared, control: control) {
        #expect(result.findings.isEmpty && result.schedule.sitesUnforeseen == 0)
        completed.insert(result.trace.records.contains { $0.kind == .completedEnter })
      }
      #expect(strategy.state == .complete)
      #expect(strategy.explored > 4 && completed == [true, false])
    }

    @Test("different schedules of one scenario end differently")
    func reachesBothOutcomes() throws {
      let engine = ExploreEngine(library: library)
      let prepared = try engine.prepare(
        Scenario(
          library: "RxCore", chain: Chain("feed", [0]),
          queues: [[.next(feed: 0, payload: 1)], [.dispose(subscription: 1)]]))
      var delivered: Set<Bool> = []
      for seed in 0..<UInt64(50) {
        let trace = try #require(engine.run(prepared, control: walk(seed))).trace
        delivered.insert(trace.records.contains { $0.kind == .nextEnter })
      }
      #expect(delivered == [true, false])
    }
  }
}
