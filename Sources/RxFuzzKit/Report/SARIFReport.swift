import ScheduleKit

/// A run in the Static Analysis Results Interchange Format, which code hosts show beside the source.
///
/// Source: OASIS, "SARIF Version 2.1.0".
enum SARIFReport {
  /// - Parameter last: an earlier run; what only it has found is reported as absent.
  static func text(_ report: RunReport, since last: RunReport? = nil) -> String {
    var invocation: [(name: String, value: JSONText)] = [
      ("executionSuccessful", .boolean(report.wasSuccessful)),
      ("exitCode", .number(report.exitCode)), ("commandLine", .string(report.tool)),
    ]
    if let ended = report.ended { invocation.append(("exitCodeDescription", .string(ended))) }
    var results = (report.scenarioFindings + report.primitiveFindings).map { found in
      result(
        found, report, last.map { old in state(found, old) } ?? (found.isKnown ? .unchanged : .new))
    }
    if let last {
      results += ReportDifference(from: last, to: report).vanished.map {
        result($0, report, .absent)
      }
    }
    let run = JSONText.object([
      ("tool", .object([("driver", driver(report))])),
      ("invocations", .array([.object(invocation)])),
      ("columnKind", .string("unicodeCodePoints")), ("results", .array(results)),
      (
        "properties",
        .object([
          ("library", .string(report.library)), ("seed", .string(String(report.seed))),
          ("races", .number(report.counts.raced)), ("schedules", .number(report.counts.schedules)),
        ])
      ),
    ])
    return JSONText.object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .string("2.1.0")), ("runs", .array([run])),
    ]).text
  }

  /// The states that the format has for what this tool can say.
  private enum BaselineState: String {
    case new, unchanged, absent
  }

  private static func state(_ found: ReportedFinding, _ last: RunReport) -> BaselineState {
    last.findings.contains { $0.identity == found.identity } ? .unchanged : .new
  }

  private static func driver(_ report: RunReport) -> JSONText {
    .object([
      ("name", .string("rxfuzz")), ("version", .string(report.version)),
      ("semanticVersion", .string(report.version)),
      (
        "rules",
        .array(
          report.rules.map { rule in
            .object([
              ("id", .string(rule.name)),
              ("shortDescription", text(rule.statement)), ("fullDescription", text(rule.statement)),
              ("help", text("\(rule.statement)\n\nReplay a finding with `rxfuzz replay FILE`.")),
              ("defaultConfiguration", .object([("level", .string("error"))])),
              ("properties", .object([("tags", .array([.string("concurrency")]))])),
            ])
          })
      ),
    ])
  }

  private static func text(_ text: String) -> JSONText { .object([("text", .string(text))]) }

  private static func result(
    _ found: ReportedFinding, _ report: RunReport, _ state: BaselineState
  ) -> JSONText {
    var members: [(name: String, value: JSONText)] = [("ruleId", .string(found.invariant))]
    if let index = report.rules.firstIndex(where: { $0.name == found.invariant }) {
      members.append(("ruleIndex", .number(UInt64(index))))
    }
    members += [
      ("level", .string("error")), ("message", text("\(found.message)\n\n\(found.evidence)")),
      ("locations", .array([location(found, report.library)])),
      ("partialFingerprints", fingerprints(found)), ("baselineState", .string(state.rawValue)),
    ]
    members.append(
      ("properties", .object([("cause", .string(cause(of: found, in: report)))])))
    if found.repeats > 0 { members.append(("occurrenceCount", .number(found.repeats + 1))) }
    return .object(members)
  }

  /// The heading under which it stands with others.
  private static func cause(of found: ReportedFinding, in report: RunReport) -> String {
    let groups = CauseGroups(report.findings).groups
    let own = groups.first { $0.members.contains { report.findings[$0] == found } }
    return own?.words ?? found.cause.words
  }

  /// `primaryLocationLineHash` is the one that GitHub compares; the other is for people.
  private static func fingerprints(_ found: ReportedFinding) -> JSONText {
    let hash = String(StableHash.fnv1a(Array(found.identity.utf8)), radix: 16)
    return .object([
      ("primaryLocationLineHash", .string("\(hash):1")), ("rxfuzz/v1", .string(found.fingerprint)),
    ])
  }

  /// The first line of the finding's file, or of the one that it would have in the corpus, and the operators that were
  /// raced. Code hosts refuse a result without a file.
  private static func location(_ found: ReportedFinding, _ library: String) -> JSONText {
    let file =
      found.file ?? "corpus/\(library)/\(found.invariant)/\(found.primitive ?? "unsaved").rxf"
    let isAbsolute = file.hasPrefix("/")
    let path = isAbsolute ? "file://\(uri(file))" : uri(file)
    let names = found.operators.isEmpty ? [library] : found.operators
    return .object([
      (
        "physicalLocation",
        .object([
          ("artifactLocation", .object([("uri", .string(path))])),
          ("region", .object([("startLine", .number(1))])),
        ])
      ),
      (
        "logicalLocations",
        .array(
          names.map { name in
            .object([
              ("name", .string(name)),
              ("fullyQualifiedName", .string(name == library ? library : "\(library).\(name)")),
            ])
          })
      ),
    ])
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
