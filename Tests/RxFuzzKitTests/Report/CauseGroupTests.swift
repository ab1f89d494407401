import Testing

@testable import RxFuzzKit

@Suite("Findings of one cause")
struct CauseGroupTests {
  private static func finding(
    _ rule: InvariantName, _ message: String, _ chain: String, _ queues: String...
  ) throws -> CampaignFinding {
    let scripts = zip("pqrs", queues).map { "queue \($0) \($1)" }.joined(separator: "\n")
    let scenario = try ScenarioCodec.parse("rxf 1\nlibrary Paper\nchain \(chain)\n\(scripts)\n")
    let finding = Finding(invariant: rule, message: message, scenario: scenario)
    return CampaignFinding(
      finding: finding, fingerprint: FindingFingerprint(finding), file: nil, isReplayed: false)
  }

  private static func groups(_ findings: [CampaignFinding]) -> [[Int]] {
    CauseGroups(findings.map { ($0.cause, $0.size) }).groups.map(\.members)
  }

  /// A newcomer that a shared connection forgets, as the rules tell it that lost an element, an end or an error by it.
  private static func forgottenNewcomer() throws -> [CampaignFinding] {
    let chain = "feed a |> replayRefCount 1"
    return [
      try finding(
        .iso1, "next 1 never reached subscription 2, which was not the one disposed", chain,
        "subscribe 2, next a 1, next a 2", "dispose 1"),
      try finding(
        .comp1, "completed never reached subscription 2", chain, "dispose 1",
        "subscribe 2, completed a"),
      try finding(
        .err1, "error never reached subscription 2", chain, "subscribe 2, error a", "dispose 1"),
    ]
  }

  @Test("stand together whichever rule tells them, the smallest scenario first")
  func joined() throws {
    let findings = try Self.forgottenNewcomer()
    #expect(Self.groups(findings) == [[1, 2, 0]])
    #expect(findings[1].cause.words == "a shared connection: wrong events, dispose ‖ subscribe")
    #expect(Self.groups(findings.reversed()) == [[0, 1, 2]])
  }

  @Test("operators that share a connection are one; what only shows a loss makes no difference")
  func sharing() throws {
    let needless = "feed a was subscribed without need"
    let lost = "next 1 never reached subscription 2"
    let findings = [
      try Self.finding(.sub1, needless, "feed a |> share", "subscribe 2", "dispose 1"),
      try Self.finding(
        .val1, lost, "feed a |> publishRefCount", "dispose 1", "subscribe 2, next a 1"),
      try Self.finding(.val1, lost, "feed a |> share", "next a 1, dispose 1", "subscribe 2"),
      try Self.finding(.val1, lost, "feed a |> share |> map +1", "dispose 1", "subscribe 2"),
    ]
    #expect(Self.groups(findings) == [[0, 1], [2], [3]])
    #expect(findings[2].cause.raced == ["event dispose", "subscribe"])
  }

  @Test(
    "two defects of one operator stay two: other actions raced, or another kind of thing went wrong"
  )
  func separate() throws {
    let chain = "takeUntil(feed a, feed b)"
    let findings = [
      try Self.finding(.ser1, "overlap", chain, "next a 1", "next b 2"),
      try Self.finding(
        .term2, "next after the delivery of completed", chain, "next a 1", "next b 2"),
      try Self.finding(.disp5, "resource of feed b never disposed", chain, "next b 1", "next a 2"),
      try Self.finding(.leak1, "a closure was never released", chain, "dispose 1", "next a 1"),
      try Self.finding(.ser1, "overlap", chain, "completed a", "next b 2"),
      try Self.finding(.ser1, "overlap", "merge(feed a, feed b)", "next a 1", "next b 2"),
    ]
    #expect(Self.groups(findings) == [[0, 1], [2], [3], [4], [5]])
  }

  @Test("a source that is cut off while it is needed goes with the events that it did not bring")
  func cutOff() throws {
    let chain = "amb(feed a, feed b)"
    let findings = [
      try Self.finding(
        .err1, "error never reached subscription 1", chain, "error a", "completed b"),
      try Self.finding(
        .disp5, "resource of feed a was disposed while it was in use", chain, "completed b",
        "completed a"),
      try Self.finding(
        .disp5, "resource of feed a never disposed", chain, "error a", "completed b"),
    ]
    #expect(Self.groups(findings) == [[0, 1], [2]])
  }

  @Test(
    "what was not made small goes with the smallest that it holds; what was made small stays its own"
  )
  func unshrunk() throws {
    let never = "resource of feed b never disposed"
    func settled(_ found: CampaignFinding) -> CampaignFinding {
      var found = found
      found.shrinking = ShrinkReport(state: .minimal, partsBefore: 9, parts: 4)
      return found
    }
    let merge = "merge(feed a, feed b)"
    let findings = [
      try settled(Self.finding(.disp5, never, merge, "dispose 1", "completed a")),
      try Self.finding(.disp5, never, "\(merge) |> skip 1", "dispose 1, subscribe 2", "error b"),
      // Another kind of thing, other actions, other operators; and one that was made small.
      try Self.finding(
        .val1, "next 1 never reached subscription 1", "\(merge) |> skip 1", "dispose 1", "error b"),
      try Self.finding(.disp5, never, "\(merge) |> skip 1", "next a 1", "error b"),
      try Self.finding(.disp5, never, "zip(feed a, feed b) |> skip 1", "dispose 1", "completed a"),
      try settled(Self.finding(.disp5, never, "\(merge) |> take 1", "dispose 1", "completed a")),
      try Self.finding(
        .disp5, never, "\(merge) |> take 1 |> map +1", "dispose 1", "completed a, dispose 1"),
    ]
    #expect(Self.groups(findings) == [[0, 1], [2], [3], [4], [5, 6]])
  }

  @Test("accesses that share a place are one, whatever was raced; others are not")
  func places() throws {
    let a = "read in Cell.get (Cell.swift:4)"
    let b = "write in Cell.set (Cell.swift:9)"
    let c = "write in Cell.clear (Cell.swift:14)"
    let d = "write in Box.set (Box.swift:9)"
    func race(_ first: String, _ second: String, _ queues: String...) throws -> CampaignFinding {
      try Self.finding(.race1, "data race; \(first); \(second)", "feed a", queues[0], queues[1])
    }
    let findings = [
      try race(a, b, "next a 1", "dispose 1"), try race(d, d, "next a 1", "dispose 1"),
      try race(b, c, "completed a", "dispose 1"), try race(c, c, "dispose 1", "dispose 1"),
    ]
    #expect(Self.groups(findings) == [[0, 2, 3], [1]])
    #expect(findings[0].cause.sites == ["Cell.swift:4", "Cell.swift:9"])
    #expect(
      FindingCause.sites(in: "data race; read in Cell.get() (tool+0x12); write in ? (tool+0x9)")
        == ["Cell.get()"])
  }

  @Test(
    "rows with forms differ by their form, and an action that only shows a loss counts as any event"
  )
  func words() throws {
    let lift = try Self.finding(.val1, "x", "feed a |> signalOp lift", "next a 1", "dispose 1")
    #expect(lift.cause.words == "signalOp lift: wrong events, dispose ‖ next")
    #expect(CauseGroups.words(ofRules: ["VAL-1", "ISO-1", "VAL-1"]) == "ISO-1, VAL-1 2")
  }

  @Test("the summary has one heading for each cause of several findings")
  func summary() throws {
    var summary = CampaignSummary(beginning: .stress)
    summary.findings = try Self.forgottenNewcomer()
    summary.findings[2].repeats = 4
    let alone = try Self.finding(.live1, "`next a 1` did not return", "feed a", "next a 1")
    summary.findings.append(alone)
    summary.findings.append(
      try Self.finding(
        .val1, "next 1 never reached subscription 1", "merge(feed a, feed b)", "next a 1"))
    summary.findings[4].repeats = 1
    let text = SummaryReport.text(summary, promiseNotes: [])
    #expect(
      text.hasSuffix(
        """
        findings   5
        causes     3
                   a shared connection: wrong events, dispose ‖ subscribe
                   3 findings: COMP-1, ERR-1, ISO-1
                     COMP-1 completed never reached subscription 2
                     ERR-1 error never reached subscription 2, and 4 times again
                     ISO-1 next 1 never reached subscription 2, which was not the one disposed
                   LIVE-1 `next a 1` did not return
                   VAL-1 next 1 never reached subscription 1, in merge, and 1 time again
        """))
  }
}
