import ScheduleKit

/// A run as GitHub Actions shows it: annotations of files, and the summary of a step.
public enum GitHubReport {
  /// Annotations that GitHub shows for a step; more are left out there.
  private static let annotationsMax = 10
  /// Findings that the summary lists.
  private static let findingsMax = 50

  /// One workflow command a line: an error for each new finding, a notice for each known one.
  public static func annotations(_ report: RunReport) -> [String] {
    let findings = report.news + report.findings.filter(\.isKnown)
    return findings.prefix(annotationsMax).map { found in
      let level = found.isKnown ? "notice" : "error"
      var properties = ["title=\(property("\(found.invariant) in \(report.library)"))"]
      if let file = found.file, !file.hasPrefix("/") {
        properties = ["file=\(property(file))", "line=1"] + properties
      }
      let message = "\(found.message)\n\(found.replay)"
      return "::\(level) \(properties.joined(separator: ","))::\(data(message))"
    }
  }

  /// A section of Markdown.
  public static func summary(_ report: RunReport) -> String {
    let counts = report.counts
    var lines = [
      "## rxfuzz: \(inline(report.library))", "", inline(VerdictSection.sentence(report)), "",
      "| seed | races | a second | overlap | undecided | schedules | time |",
      "|---|--:|--:|--:|--:|--:|--:|",
      "| `\(report.seed)` | \(NumberWords.grouped(counts.raced)) | "
        + "\(NumberWords.grouped(report.racesPerSecond)) | "
        + "\(NumberWords.share(counts.overlapped, of: counts.raced)) | "
        + "\(NumberWords.share(counts.undecided, of: counts.raced)) | "
        + "\(NumberWords.grouped(counts.schedules)) | "
        + "\(NumberWords.duration(milliseconds: counts.milliseconds)) |", "",
    ]
    for found in report.findings.prefix(findingsMax) {
      let state = found.isKnown ? ", known" : ""
      lines += [
        "### \(found.invariant) \(inline(found.message))\(state)", "", fence(found.scenario), "",
        "Replay:", "", fence(found.replay), "",
      ]
    }
    if report.findings.count > findingsMax {
      lines += ["And \(report.findings.count - findingsMax) more.", ""]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The message of a workflow command.
  private static func data(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: String(scalar)
      }
    }.joined()
  }

  /// The value of a property of a workflow command.
  private static func property(_ text: String) -> String {
    data(text).unicodeScalars.map { scalar in
      switch scalar {
      case ":": "%3A"
      case ",": "%2C"
      default: String(scalar)
      }
    }.joined()
  }

  /// A text as it may stand in a line of Markdown.
  private static func inline(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      if scalar.value < 0x20 { return " " }
      return "\\`*_{}[]<>#|".unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
    }.joined()
  }

  /// A block of code whose fence is longer than any in it.
  private static func fence(_ text: String) -> String {
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    let end = text.last?.isNewline == true ? "" : "\n"
    return "\(fence)text\n\(text)\(end)\(fence)"
  }
}
