/// A run in the form of JUnit's XML, which most build servers read: a test case for each finding, and one for
/// each invariant that held.
enum JUnitReport {
  static func text(_ report: RunReport) -> String {
    let broken = Set(report.findings.map(\.invariant))
    let library = escaped(report.library)
    var cases = report.rules.filter { !broken.contains($0.name) }.map { rule in
      "<testcase classname=\"\(library).\(rule.name)\" name=\"\(escaped(rule.statement))\"/>"
    }
    cases += (report.primitiveFindings + report.scenarioFindings).map { failure($0, library) }
    var errors = 0
    if !report.wasSuccessful {
      errors = 1
      let reason = escaped(report.ended ?? "")
      cases.append(
        "<testcase classname=\"\(library).run\" name=\"the run goes on to its end\">"
          + "<error message=\"\(reason)\"/></testcase>")
    }
    let milliseconds = report.counts.milliseconds
    let fraction = String(1_000 + milliseconds % 1_000).dropFirst()
    let counts =
      "tests=\"\(cases.count)\" failures=\"\(report.findings.count)\" errors=\"\(errors)\" "
      + "time=\"\(milliseconds / 1_000).\(fraction)\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts)>
      <testsuite name="rxfuzz \(library) seed \(report.seed)" \(counts)>
      \(cases.joined(separator: "\n"))
      </testsuite>
      </testsuites>

      """
  }

  private static func failure(_ found: ReportedFinding, _ library: String) -> String {
    let rule = escaped(found.invariant)
    let message = escaped(found.message)
    return "<testcase classname=\"\(library).\(rule)\" name=\"\(message)\">"
      + "<failure type=\"\(rule)\" message=\"\(message)\">"
      + escaped("cause     \(found.cause.words)\n\(found.evidence)") + "</failure></testcase>"
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
