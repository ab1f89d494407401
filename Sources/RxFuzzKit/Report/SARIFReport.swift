/// A run in the Static Analysis Results Interchange Format, which code hosts show beside the source.
///
/// Source: OASIS, "SARIF Version 2.1.0".
enum SARIFReport {
  static func text(_ record: RunRecord) -> String {
    let driver = JSONText.object([
      ("name", .string("rxfuzz")), ("version", .string(record.version)),
      (
        "rules",
        .array(
          record.rules.map { rule in
            .object([
              ("id", .string(rule.name.rawValue)),
              ("shortDescription", .object([("text", .string(rule.statement))])),
            ])
          })
      ),
    ])
    var invocation: [(name: String, value: JSONText)] = [
      ("executionSuccessful", .boolean(record.wasSuccessful)),
      ("exitCode", .number(UInt64(record.exitCode))),
    ]
    if let ended = record.ended { invocation.append(("exitCodeDescription", .string(ended))) }
    let run = JSONText.object([
      ("tool", .object([("driver", driver)])), ("invocations", .array([.object(invocation)])),
      (
        "results",
        .array(
          record.summary.findings.map { result($0, record) }
            + record.summary.primitiveFindings.map { result($0, record) })
      ),
    ])
    return JSONText.object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .string("2.1.0")), ("runs", .array([run])),
    ]).text
  }

  private static func result(_ found: PrimitiveCampaign.Found, _ record: RunRecord) -> JSONText {
    let text = PrimitiveReport.text(found, seed: record.seed, command: record.tool)
    var members: [(name: String, value: JSONText)] = [
      ("ruleId", .string(found.invariant.rawValue)), ("level", .string("error")),
      ("message", .object([("text", .string(text))])),
      ("baselineState", .string(found.isKnown ? "unchanged" : "new")),
    ]
    if let file = found.file { members.append(place(file)) }
    return .object(members)
  }

  private static func result(_ found: CampaignFinding, _ record: RunRecord) -> JSONText {
    let finding = found.finding
    let text = "\(finding.message)\n\n" + FindingReport.evidence(found, command: record.tool)
    var members: [(name: String, value: JSONText)] = [
      ("ruleId", .string(finding.invariant.rawValue)), ("level", .string("error")),
      ("message", .object([("text", .string(text))])),
      (
        "partialFingerprints",
        .object([("rxfuzz/v1", .string(found.fingerprint.description))])
      ),
      ("baselineState", .string(found.isKnown || found.isReplayed ? "unchanged" : "new")),
      ("occurrenceCount", .number(found.repeats + 1)),
    ]
    if let file = found.file { members.append(place(file)) }
    return .object(members)
  }

  /// The first line of a finding's file.
  private static func place(_ file: String) -> (name: String, value: JSONText) {
    let place = JSONText.object([
      ("artifactLocation", .object([("uri", .string(uri(file)))])),
      ("region", .object([("startLine", .number(1))])),
    ])
    return ("locations", .array([.object([("physicalLocation", place)])]))
  }

  /// The path as a relative reference, what is not plain in it percent-encoded.
  private static func uri(_ path: String) -> String {
    path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: "%" + String(256 + Int(byte), radix: 16, uppercase: true).dropFirst()
      }
    }.joined()
  }
}
