import RxCoreAdapter
import Testing

@testable import RxFuzzKit

@Suite("The list of what primitives did wrong")
struct PrimitiveShrinkQueueTests {
  private final class Silence: CampaignReporter {
    var isClosed: Bool { false }
    func found(_ found: CampaignFinding) {}
    func shrunk(_ found: CampaignFinding, ordinal: Int) {}
    func note(_ line: String) {}
    func progressed(_ progress: CampaignProgress) {}
  }

  private static let race =
    "data race; read in Serial.get (Serial.swift:4); write in Serial.set (Serial.swift:9)"
  private static let otherWords =
    "data race; write in closure of Serial.set (Serial.swift:9); read in Serial.get.getter (Serial.swift:4)"
  private static let otherRace =
    "data race; read in Serial.get (Serial.swift:4); write in Serial.clear (Serial.swift:14)"

  private static let scripts = CheckScript.scripts(of: RxCoreLibrary()).prefix(2).map {
    PrimitiveProgram.check($0)
  }

  private func known(
    _ messages: [String], in plan: CampaignPlan, by sources: [WorkUnit.Source] = []
  ) -> [String?] {
    var queue = PrimitiveShrinkQueue(plan: plan, library: RxCoreLibrary(), reporter: Silence())
    for (number, message) in messages.enumerated() {
      let source = number < sources.count ? sources[number] : .primitives
      let unit = WorkUnit(number: 1, source: source, firstBatch: 0, iterations: 1)
      _ = queue.take(
        PrimitiveCampaign.Found(program: Self.scripts[1], invariant: .race1, message: message),
        of: unit
      ) { _ in false }
    }
    return queue.findings.map { $0.isKnown ? $0.file : nil }
  }

  @Test("a data race on record is known by its lines, by whichever script, and in a graph, too")
  func knownRace() throws {
    var plan = CampaignPlan(seed: 1, jobs: 1)
    plan.primitiveFiles = [
      try CampaignPlan.PrimitiveEntry(
        path: "kept.rxf",
        file: PrimitiveFile(
          library: "RxCore", Self.scripts[0], verdict: CorpusFile.Verdict(.race1, Self.race)),
        races: 1, library: RxCoreLibrary())
    ]
    #expect(known([Self.otherWords, Self.otherRace], in: plan) == ["kept.rxf", nil])
    // Its own script shows it between other lines of the same file.
    #expect(known([Self.otherRace], in: plan, by: [.primitiveFile(0)]) == ["kept.rxf"])
    plan.primitiveFiles = []
    let scenario = try ScenarioCodec.parse(
      "rxf 1\nlibrary RxCore\nchain feed a\nqueue p completed a")
    plan.known = [
      KnownFailure(
        Finding(invariant: .race1, message: Self.race, scenario: scenario), path: "graph.rxf")
    ]
    #expect(known([Self.otherRace, Self.otherWords], in: plan) == [nil, "graph.rxf"])
  }
}
