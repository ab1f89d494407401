import Testing

@testable import RxFuzzKit

@Suite("What known crashes and hangs may cost")
struct CostTallyTests {
  private static func scenario(_ chain: String, _ actions: String) throws -> Scenario {
    try ScenarioCodec.parse("rxf 1\nlibrary Paper\nchain \(chain)\n\(actions)")
  }

  private static func hang(_ chain: String = "merge(subject a, feed b)") throws -> CampaignFinding {
    let finding = Finding(
      invariant: .live1, message: "`next` did not return",
      scenario: try scenario(chain, "queue p next a 1\nqueue q completed b"))
    return CampaignFinding(
      finding: finding, fingerprint: FindingFingerprint(finding), isReplayed: false)
  }

  @Test("a scenario holds another one if it has all of its operators and actions, and more")
  func containment() throws {
    let core = ScenarioCore(
      try Self.scenario("merge(subject a, feed b)", "queue p next a 1\nqueue q dispose 1"))
    let larger = "merge(subject a, merge(feed b, feed c) |> take 2) |> map +1"
    #expect(
      core.isContained(
        in: try Self.scenario(larger, "queue p next a 1, next a 2\nqueue q completed b, dispose 1"))
    )
    #expect(
      !core.isContained(in: try Self.scenario(larger, "queue p next a 1\nqueue q completed b")))
    #expect(
      !core.isContained(
        in: try Self.scenario("merge(feed a, feed b)", "queue p next a 1\nqueue q dispose 1")))
  }

  @Test("as long as it costs little, everything is raced")
  func cheap() throws {
    let hang = try Self.hang()
    var cost = CostTally()
    cost.add(hang.fingerprint, isNew: true, milliseconds: 10_000)
    // The first one is news, and no known failure.
    #expect(cost.avoidance(of: [hang], workedMilliseconds: 20_000).period == 1)
    cost.add(hang.fingerprint, isNew: false, milliseconds: 900)
    #expect(cost.avoidance(of: [hang], workedMilliseconds: 100_000).period == 1)
  }

  @Test("the more of its time a run spends on a known failure, the more seldom it is met")
  func dear() throws {
    let hang = try Self.hang()
    var cost = CostTally()
    for _ in 0..<2 { cost.add(hang.fingerprint, isNew: false, milliseconds: 9_900) }
    let usual = cost.avoidance(of: [hang], workedMilliseconds: 100_000)
    let dear = cost.avoidance(of: [hang], workedMilliseconds: 40_000)
    #expect(usual.period < dear.period)
    let scenario = hang.finding.scenario
    #expect((1..<dear.period).allSatisfy { dear.leavesOut(scenario, batch: $0) })
    #expect(!dear.leavesOut(scenario, batch: dear.period))
    let other = try Self.scenario("feed a |> map +1", "queue p next a 1\nqueue q dispose 1")
    #expect(!dear.leavesOut(other, batch: 1))
  }

  @Test("a failure that is being made small says nothing yet about what to leave out")
  func large() throws {
    var hang = try Self.hang()
    hang.isToBeShrunk = true
    var cost = CostTally()
    for _ in 0..<2 { cost.add(hang.fingerprint, isNew: false, milliseconds: 9_900) }
    let avoidance = cost.avoidance(of: [hang], workedMilliseconds: 20_000)
    #expect(!avoidance.leavesOut(hang.finding.scenario, batch: 1))
  }

  @Test("of what is on record, the recorded scenario is left out, and the first time is no news")
  func onRecord() throws {
    var hang = try Self.hang("merge(subject a, feed b) |> map +1 |> take 3")
    (hang.file, hang.isKnown) = ("corpus/LIVE-1/merge.rxf", true)
    let known = KnownFailure(try Self.hang().finding, path: "corpus/LIVE-1/merge.rxf")
    var cost = CostTally()
    cost.add(hang.fingerprint, isNew: false, milliseconds: 9_900)
    let small = try Self.hang().finding.scenario
    let avoidance = cost.avoidance(of: [hang], known: [known], workedMilliseconds: 20_000)
    #expect(avoidance.leavesOut(small, batch: 1))
    #expect(!cost.avoidance(of: [hang], workedMilliseconds: 20_000).leavesOut(small, batch: 1))
  }

  private static func checks(_ names: [String]) -> PrimitiveProgram {
    .check(CheckScript(queues: [names.map { CheckOperation(name: $0, way: 1) }]))
  }

  @Test("a check that ends its process is left out of its script, most of the time")
  func checks() {
    let (all, deadly) = (Self.checks(["a", "b", "c"]), Self.checks(["b"]))
    var cost = CostTally()
    #expect(cost.rest(of: all, turn: 1, workedMilliseconds: 20_000) == all)
    cost.add(deadly, isNew: false, milliseconds: 9_900)
    #expect(cost.rest(of: all, turn: 1, workedMilliseconds: 20_000) == Self.checks(["a", "c"]))
    #expect(cost.rest(of: deadly, turn: 1, workedMilliseconds: 20_000) == nil)
    #expect(cost.rest(of: deadly, turn: 64, workedMilliseconds: 20_000) == deadly)
    #expect(cost.rest(of: all, turn: 1, workedMilliseconds: 2_000_000) == all)
    // What a script of several ended in is not known to be any of them.
    var other = CostTally()
    other.add(all, isNew: false, milliseconds: 9_900)
    #expect(other.rest(of: all, turn: 1, workedMilliseconds: 20_000) == all)
  }

  @Test("a child receives what to leave out, for what it draws itself")
  func message() throws {
    let scenario = try Self.hang().finding.scenario
    let avoidance = Avoidance([scenario], period: 8)
    let unit = WorkUnit(number: 1, source: .generated, firstBatch: 0, iterations: 128)
    let received = Avoidance(unit.message(scenario: nil, avoidance: avoidance).fields)
    #expect(received.leavesOut(scenario, batch: 1))
    #expect(!received.leavesOut(scenario, batch: 8))
    let trial = WorkUnit(number: 1, source: .trial(lock: nil), firstBatch: 0, iterations: 128)
    let text = ScenarioCodec.print(scenario)
    #expect(
      !Avoidance(trial.message(scenario: text, avoidance: avoidance).fields).leavesOut(
        scenario, batch: 1))
  }
}
