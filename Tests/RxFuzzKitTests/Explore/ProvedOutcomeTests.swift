import RxCoreAdapter
import ScheduleKit
import Testing

@testable import RxFuzzKit

extension ExploreSuites {
  @Suite("Free races held against a proof", .serialized)
  struct ProvedOutcomeTests {
    private static let library = RxCoreLibrary(countsResources: false)

    private func scenario(_ chain: String = "feed a |> take 1") throws -> Scenario {
      try ScenarioCodec.parse(
        "rxf 1\nlibrary RxCore\nchain \(chain)\nqueue p next a 1\nqueue q dispose 1\n")
    }

    private func proof(_ scenario: Scenario) throws -> ScheduleProof.Report {
      ScheduleProof.prove(
        try ScenarioRunner(scenario, library: Self.library, limits: .proof), schedulesMax: 20_000)
    }

    private func race(
      _ scenario: Scenario, _ report: ScheduleProof.Report
    ) throws -> ProvedOutcomes? {
      try ProvedOutcomes.race(
        scenario, library: Self.library, races: 2_000, seed: 7, against: report)
    }

    @Test("a full proof has seen every outcome of free races")
    func proved() throws {
      let scenario = try scenario()
      let report = try proof(scenario)
      #expect(report.isProof, "\(report.words)")
      let outcomes = try #require(try race(scenario, report))
      #expect(!outcomes.rows.isEmpty)
      #expect(outcomes.isWhole, "\(outcomes.text)")
      #expect(outcomes.text.contains("each among the"))
    }

    @Test("an outcome that no schedule has shown voids the proof")
    func unproved() throws {
      let scenario = try scenario()
      var report = try proof(scenario)
      let frequent = try #require(try race(scenario, report)?.rows.first)
      let nothing = ScheduleOutcome([Outcome.Delivery]())
      report.outcomes = report.outcomes.filter {
        ($0 == nothing) != frequent.text.hasSuffix("nothing")
      }
      let outcomes = try #require(try race(scenario, report))
      #expect(!outcomes.isWhole)
      #expect(outcomes.text.contains("UNPROVED"))
      #expect(outcomes.text.contains("the proof is void"))
    }

    @Test("what is proved only up to a bound, or by a clock, grades nothing")
    func partial() throws {
      let plain = try scenario()
      var report = try proof(plain)
      report.state = .bounded(preemptions: 2)
      report.method = .preemptions(2)
      #expect(report.isProof)
      #expect(try race(plain, report) == nil)
      let timed = try scenario("feed a |> delay 1ms x")
      #expect(try race(timed, try proof(plain)) == nil)
    }
  }
}
