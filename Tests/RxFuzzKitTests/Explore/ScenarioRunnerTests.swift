import RxCoreAdapter
import RxFuzzKit
import ScheduleKit
import Testing

extension ExploreSuites {
  @Suite("Scenarios under control", .serialized)
  struct ScenarioRunnerTests {
    private static let library = RxCoreLibrary(countsResources: false)

    private func runner(
      _ chain: String, before: String? = nil, _ queues: [String]
    ) throws -> ScenarioRunner {
      var text = "rxf 1\nlibrary RxCore\nchain \(chain)\n"
      if let before { text += "before \(before)\n" }
      for (letter, script) in zip(["p", "q", "r"], queues) { text += "queue \(letter) \(script)\n" }
      return try ScenarioRunner(try ScenarioCodec.parse(text), library: Self.library)
    }

    @Test("equal seeds run equal operations")
    func repeats() throws {
      let runner = try runner("feed a |> map +1", ["next a 1, completed a", "dispose 1"])
      func hashes() -> [UInt64] {
        let control = ScheduleControl(
          strategy: UniformStrategy(seed: 3), profile: ScheduleProfile(), names: runner.names)
        return (0..<10).compactMap { _ in
          guard let run = runner.run(control) else { return nil }
          #expect(run.violation == nil)
          #expect(run.undecided == nil)
          return control.lastHash
        }
      }
      let first = hashes()
      #expect(first == hashes())
      #expect(Set(first).count > 1)
    }

    @Test(
      "schedules repeat, wherever in memory it is that a run comes to lie",
      arguments: ["zip(feed a, feed b)", "merge(feed a, feed b)", "flatMap(feed a, feed b)"])
    func repeatsElsewhere(chain: String) throws {
      let runner = try runner(chain, ["next a 1, completed a", "error b"])
      // What is let go of in another order leaves another heap behind.
      var ballast: [[Int]] = []
      let report = ScheduleHunt(runner, strategy: StrategyTable.checking, seed: 5)
        .hunt(schedulesMax: 400) { number in
          ballast.append(Array(repeating: number, count: 1 + number * 7 % 61))
          if number % 5 == 3 { ballast.remove(at: number * 13 % ballast.count) }
          return true
        }
      #expect(report.unrepeated == nil)
      #expect(report.schedules == 400)
    }

    @Test(
      "what a hot sequence emits between the element that replaces it and its own detachment may be lost, all of it",
      arguments: [
        ("switchLatest(feed a, feed b |> startWith 1)", "next a 4"),
        ("switchLatest(feed a, feed b)", "next a 4, error a"),
      ])
    func replaced(chain: String, outer: String) throws {
      let runner = try runner(chain, before: "next a 1", ["next b 2, next b 3", outer])
      let report = ScheduleProof.prove(runner, by: .preemptions(2), schedulesMax: 20_000)
      #expect(report.isProof, "\(report.words)")
    }

    @Test("termination against disposal is proved")
    func proves() throws {
      let runner = try runner("feed a", ["completed a", "dispose 1"])
      let report = ScheduleProof.prove(runner, schedulesMax: 5_000)
      #expect(report.isProof, "\(report.words)")
      #expect(report.explored > 1)
    }
  }
}
