import ScheduleKit

/// Every finding: its rule, its scenario, how it went, and how to see it again.
enum FindingSection {
  static func html(_ report: RunReport) -> String {
    guard !report.findings.isEmpty else { return "<p class=\"none\">None.</p>" }
    var parts: [String] = []
    var ordinal = 0
    for cause in CauseGroups(report.findings).groups {
      let members = cause.members.map { report.findings[$0] }
      if members.count > 1 {
        let rules = CauseGroups.words(ofRules: members.map(\.invariant))
        parts.append(
          "<h3 class=\"cause\">One cause: \(HTMLText.escaped(cause.words))</h3>\n"
            + "<p>\(NumberWords.counted(UInt64(members.count), "finding")): "
            + "\(HTMLText.escaped(rules))</p>")
      }
      for found in members {
        ordinal += 1
        parts.append(article(found, ordinal: ordinal, rules: report.rules))
      }
    }
    if report.findingsUnlisted > 0 {
      parts.append(
        "<p>And \(NumberWords.grouped(report.findingsUnlisted)) more that are not listed.</p>")
    }
    return parts.joined(separator: "\n")
  }

  private static func article(
    _ found: ReportedFinding, ordinal: Int, rules: [RunReport.Rule]
  ) -> String {
    let isNew = !found.isKnown
    var parts = [
      "<h3><span class=\"rule\">\(HTMLText.escaped(found.invariant))</span> "
        + "\(HTMLText.escaped(found.message)) <span class=\"badge \(isNew ? "new" : "old")\">"
        + "\(isNew ? "new" : "known")</span></h3>"
    ]
    if let rule = rules.first(where: { $0.name == found.invariant }) {
      parts.append("<p class=\"contract\">\(HTMLText.escaped(rule.statement))</p>")
    }
    parts.append(HTMLText.listing(scenario(found), label: "Scenario of finding \(ordinal)"))
    if let lanes = found.lanes {
      parts.append("<h4>What happened</h4>")
      parts.append(
        HTMLText.scrolling(
          LaneSketch(lanes).svg(label: "Lanes of finding \(ordinal)"),
          label: "Lanes of finding \(ordinal)"))
      if let trace = found.trace {
        parts.append(
          HTMLText.folded(
            "The same as text", HTMLText.listing(trace, label: "Trace of finding \(ordinal)")))
      }
    }
    if !found.switches.isEmpty {
      parts.append("<h4>Where the schedule switches</h4>")
      parts.append(
        "<ol class=\"switches\">\n"
          + found.switches.map { "<li>\(Self.switched($0))</li>" }.joined(separator: "\n")
          + "\n</ol>")
    }
    let details = found.otherDetails.joined(separator: "\n")
    if details.contains(where: { !$0.isWhitespace }) {
      parts.append("<h4>What the process said</h4>")
      parts.append(HTMLText.listing(details, label: "Last words of finding \(ordinal)"))
    }
    parts.append(HTMLText.list(facts(found)))
    if let test = found.test {
      parts.append(
        HTMLText.folded(
          "The same as a Swift test", HTMLText.listing(test, label: "Test of finding \(ordinal)")))
    }
    return "<article id=\"finding-\(ordinal)\">\n\(parts.joined(separator: "\n"))\n</article>"
  }

  private static func scenario(_ found: ReportedFinding) -> String {
    found.kind == .primitive ? "primitive \(found.scenario)" : found.scenario
  }

  private static func facts(_ found: ReportedFinding) -> [(name: String, value: String)] {
    var facts = [
      ("Replay", "<code class=\"command\">\(HTMLText.escaped(found.replay))</code>")
    ]
    if let file = found.file { facts.append(("File", "<code>\(HTMLText.escaped(file))</code>")) }
    if let seed = found.seed, let iteration = found.iteration {
      facts.append(
        (
          "Found",
          "seed <code>\(HTMLText.escaped(seed))</code>, iteration \(HTMLText.escaped(iteration))"
        ))
    }
    if let schedule = found.schedule {
      facts.append(("Schedule", "<code class=\"long\">\(HTMLText.escaped(schedule))</code>"))
    }
    if let shrinking = found.shrinking { facts.append(("Shrinking", HTMLText.escaped(shrinking))) }
    if found.repeats > 0 {
      facts.append(("Seen again", NumberWords.counted(found.repeats, "time")))
    }
    return facts
  }

  /// A switch with its places in the source, `(File.swift:12)`, set apart.
  private static func switched(_ line: String) -> String {
    line.split(separator: "(", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index > 0 else { return HTMLText.escaped(part) }
      let place = part.prefix { $0 != ")" }
      guard place.contains(".swift:") else { return "(" + HTMLText.escaped(part) }
      return "(<b>\(HTMLText.escaped(place))</b>" + HTMLText.escaped(part.dropFirst(place.count))
    }.joined()
  }
}
