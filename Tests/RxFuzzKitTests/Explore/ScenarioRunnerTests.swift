import RxCoreAdapter
import RxFuzzKit
import Testing

extension ExploreSuites {
  @Suite("Scenarios under control", .serialized)
  struct ScenarioRunnerTests {
    private static let library = RxCoreLibrary(countsResources: false)

    private func runner(_ chain: String, _ queues: [String]) throws -> ScenarioRunner {
      var text = "rxf 1\nlibrary RxCore\nchain \(chain)\n"
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

    @Test("termination against disposal is proved")
    func proves() throws {
      let runner = try runner("feed a", ["completed a", "dispose 1"])
      let report = ScheduleProof.prove(runner, schedulesMax: 5_000)
      #expect(report.isProof, "\(report.words)")
      #expect(report.explored > 1)
    }
  }
}
