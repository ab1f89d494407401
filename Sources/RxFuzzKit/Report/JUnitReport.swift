/// A run in the form of JUnit's XML, which most build servers read: a test case for each finding, and one for
/// each invariant that held.
enum JUnitReport {
  static func text(_ record: RunRecord) -> String {
    let findings = record.summary.findings
    let primitives = record.summary.primitiveFindings
    let broken = Set(findings.map(\.finding.invariant) + primitives.map(\.invariant))
    var cases = record.rules.filter { !broken.contains($0.name) }.map { rule in
      "<testcase classname=\"\(escaped(record.library)).\(rule.name.rawValue)\" "
        + "name=\"\(escaped(rule.statement))\"/>"
    }
    cases += primitives.map { failure($0, record) } + findings.map { failure($0, record) }
    var errors = 0
    if !record.wasSuccessful {
      errors = 1
      let reason = escaped(record.ended ?? "")
      cases.append(
        "<testcase classname=\"\(escaped(record.library)).run\" name=\"the run goes on to its end\">"
          + "<error message=\"\(reason)\"/></testcase>")
    }
    let milliseconds = record.summary.progress.elapsedMilliseconds
    let fraction = String(1_000 + milliseconds % 1_000).dropFirst()
    let counts =
      "tests=\"\(cases.count)\" failures=\"\(findings.count + primitives.count)\" errors=\"\(errors)\" "
      + "time=\"\(milliseconds / 1_000).\(fraction)\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts)>
      <testsuite name="rxfuzz \(escaped(record.library)) seed \(record.seed)" \(counts)>
      \(cases.joined(separator: "\n"))
      </testsuite>
      </testsuites>

      """
  }

  private static func failure(_ found: PrimitiveCampaign.Found, _ record: RunRecord) -> String {
    let text = PrimitiveReport.text(found, seed: record.seed, command: record.tool)
    return failure(found.invariant, found.message, text, record)
  }

  private static func failure(_ found: CampaignFinding, _ record: RunRecord) -> String {
    let text = FindingReport.evidence(found, command: record.tool)
    return failure(found.finding.invariant, found.finding.message, text, record)
  }

  private static func failure(
    _ rule: InvariantName, _ message: String, _ text: String, _ record: RunRecord
  ) -> String {
    "<testcase classname=\"\(escaped(record.library)).\(rule.rawValue)\" "
      + "name=\"\(escaped(message))\">"
      + "<failure type=\"\(rule.rawValue)\" message=\"\(escaped(message))\">"
      + escaped(text) + "</failure></testcase>"
  }

  /// The text without what XML 1.0 cannot hold, its marks and line ends escaped.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        result += "?"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
