import Foundation
import Testing

@testable import RxFuzzKit

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Reports for machines")
struct RunRecordTests {
  /// Texts that are hard on every form: quotes, marks, control characters, letters beyond ASCII.
  private static let message = "subscription 1 got <2> \"terminal\" & odd \u{1B} events \\ é"

  static func record(_ cut: CampaignSummary.Cut? = nil) throws -> RunRecord {
    let scenario = try ScenarioCodec.parse(
      "rxf 1\nlibrary Paper\nchain feed a |> map +1\nqueue p next a 1, completed a")
    let finding = Finding(
      invariant: .term1, message: message, scenario: scenario,
      records: [TraceRecord(.actionEnter, lane: 1, subject: 1, value: 0)], seed: .max,
      iteration: 7, details: "last words\n\u{0}")
    var found = CampaignFinding(
      finding: finding, fingerprint: FindingFingerprint(finding),
      file: "corpus/Paper/TERM-1/ä map.rxf", isReplayed: false)
    found.repeats = 3
    var known = found
    known.finding.invariant = .disp5
    known.isKnown = true
    known.isExpected = true
    var progress = CampaignProgress()
    progress.raced = 1_000
    progress.elapsedMilliseconds = 1_042
    var summary = CampaignSummary(
      progress: progress, findings: [found, known], findingsUnlisted: 2, replays: [:], deaths: 1,
      cut: cut)
    summary.primitiveFindings = [
      PrimitiveCampaign.Found(
        number: 2,
        program: .disposable(DisposableScript(kind: .serial, queues: [[.hold(1)], [.dispose]])),
        invariant: .disp5, message: "resource 1 of serial was released 2 times")
    ]
    return RunRecord(
      tool: "rxfuzz", version: "0.1.0", seed: 42, library: PaperLibrary(), summary: summary,
      exitCode: 1)
  }

  private static func object(_ format: ReportFormat, _ record: RunRecord) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(format.text(RunReport(record)).utf8))
    return try #require(value as? [String: Any])
  }

  @Test("the JSON form reads back with every text unharmed")
  func json() throws {
    let object = try Self.object(.json, Self.record())
    #expect(object["seed"] as? String == "42" && object["exitCode"] as? Int == 1)
    #expect((object["iterations"] as? [String: Int])?["raced"] == 1_000)
    let parts = try #require(object["parts"] as? [String: Any])
    let part = try #require((parts["findings"] as? [[String: Any]])?.first)
    #expect(part["script"] as? String == "serial: p hold 1 ‖ q dispose")
    #expect((part["replay"] as? String)?.hasPrefix("rxfuzz primitives --seed 42 ") == true)
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(findings.map { $0["invariant"] as? String } == ["TERM-1", "DISP-5"])
    #expect(findings[0]["message"] as? String == Self.message)
    #expect(findings[0]["seed"] as? String == "18446744073709551615")
    #expect(findings.map { $0["isKnown"] as? Bool } == [false, true])
    let scenario = try #require(findings[0]["scenario"] as? String)
    #expect(try ScenarioCodec.parse(scenario) == Self.record().summary.findings[0].finding.scenario)
  }

  @Test("the SARIF form names a rule, a place and a fingerprint for each result")
  func sarif() throws {
    let object = try Self.object(.sarif, Self.record(.internalError("out of luck")))
    #expect(object["version"] as? String == "2.1.0")
    let run = try #require((object["runs"] as? [[String: Any]])?.first)
    let driver = (run["tool"] as? [String: [String: Any]])?["driver"]
    let rules = try #require(driver?["rules"] as? [[String: Any]])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 3)
    #expect(results[2]["ruleId"] as? String == "DISP-5")
    for result in results {
      #expect(rules.contains { $0["id"] as? String == result["ruleId"] as? String })
      let fingerprints = result["partialFingerprints"] as? [String: String]
      #expect(fingerprints?["rxfuzz/v1"] != nil)
      #expect(fingerprints?["primaryLocationLineHash"]?.hasSuffix(":1") == true)
      #expect((result["locations"] as? [Any])?.count == 1)
    }
    let place = (results[0]["locations"] as? [[String: Any]])?.first
    let artifact = (place?["physicalLocation"] as? [String: [String: Any]])?["artifactLocation"]
    #expect(artifact?["uri"] as? String == "corpus/Paper/TERM-1/%C3%A4%20map.rxf")
    let invocation = (run["invocations"] as? [[String: Any]])?.first
    #expect(invocation?["executionSuccessful"] as? Bool == false)
  }

  /// Counts elements and remembers the attributes of the last of each.
  private final class Reader: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var attributes: [String: [String: String]] = [:]
    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      counts[name, default: 0] += 1
      self.attributes[name] = attributes
    }
  }

  @Test("the JUnit form is well-formed, and its counts are those of its elements")
  func junit() throws {
    let record = try Self.record(
      .givenUp("64 worker processes in a row died in the first batch they raced"))
    let parser = XMLParser(data: Data(ReportFormat.xml.text(RunReport(record)).utf8))
    let reader = Reader()
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    let suite = try #require(reader.attributes["testsuite"])
    #expect(suite["tests"].flatMap(Int.init) == reader.counts["testcase"])
    #expect(suite["failures"] == "3" && reader.counts["failure"] == 3)
    #expect(suite["errors"] == "1" && reader.counts["error"] == 1)
    #expect(suite["time"] == "1.042")
    #expect(reader.attributes["failure"]?["message"]?.contains("<2> \"terminal\" & odd") == true)
  }

  @Test("a clean run has a passed test case for each promise, and no result")
  func clean() throws {
    var record = try Self.record()
    record.summary.findings = []
    record.summary.primitiveFindings = []
    let cases =
      ReportFormat.xml.text(RunReport(record)).components(separatedBy: "<testcase").count - 1
    #expect(cases == record.rules.count && cases > 0)
    let run = (try Self.object(.sarif, record)["runs"] as? [[String: Any]])?.first
    #expect((run?["results"] as? [Any])?.isEmpty == true)
  }

  @Test(
    "the ending chooses the form",
    arguments: [
      ("a.json", ReportFormat.json), ("x/b.XML", .xml), ("c.d.sarif", .sarif), ("p.html", .html),
      ("json", nil),
      ("a.txt", nil), ("", nil),
    ])
  func ending(path: String, format: ReportFormat?) {
    #expect(ReportFormat(path: path) == format)
  }
}
