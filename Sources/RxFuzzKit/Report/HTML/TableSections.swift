import ScheduleKit

/// The outcomes of raced files, with what the model thinks of each.
enum OutcomeSection {
  static func html(_ outcomes: [GradedOutcome]) -> String {
    let total = outcomes.reduce(0) { $0 + $1.count }
    let rows = outcomes.map { outcome in
      [
        HTMLText.escaped(outcome.text), NumberWords.grouped(UInt64(outcome.count)),
        NumberWords.share(UInt64(outcome.count), of: UInt64(total)),
        "<span class=\"grade \(outcome.grade.rawValue)\">\(outcome.grade.rawValue)</span>",
        HTMLText.escaped(outcome.reason),
      ]
    }
    return HTMLText.table(
      ["outcome", "count", "share", "grade", "because"], rows, numbers: [1, 2],
      caption:
        "Every outcome of \(NumberWords.counted(UInt64(total), "race")), the most frequent first")
  }
}

/// The judged rules: how often each was broken, and how many traces its judge left open.
enum RuleSection {
  /// Operators and races that are named for each cause.
  private static let foremostMax = 8

  static func html(_ report: RunReport) -> String {
    let open = report.counts.undecided
    let rows = report.rules.map { rule in
      let found = report.findings.count { $0.invariant == rule.name }
      return [
        HTMLText.escaped(rule.name), words(rule.kind),
        found == 0 ? "0" : "<b class=\"wrong\">\(found)</b>",
        rule.kind == .model ? NumberWords.grouped(open) : "0", HTMLText.escaped(rule.statement),
      ]
    }
    var parts = [
      HTMLText.table(
        ["rule", "judged by", "findings", "undecided", "statement"], rows, numbers: [2, 3],
        caption: "Rules that were judged; the model judges all of its rules in one search")
    ]
    if !report.undecided.isEmpty {
      parts.append(
        HTMLText.table(
          ["cause", "races", "mostly with", "mostly in"],
          report.undecided.map { share in
            [
              HTMLText.escaped(share.cause), NumberWords.grouped(share.total),
              foremost(share.rows), foremost(share.templates),
            ]
          }, numbers: [1], caption: "Races that the model could not judge, by cause"))
    }
    return parts.joined(separator: "\n")
  }

  private static func words(_ kind: RunReport.Rule.Kind) -> String {
    switch kind {
    case .trace: "the trace"
    case .model: "the model"
    case .process: "the process"
    }
  }

  private static func foremost(_ counts: [String: UInt64]) -> String {
    HTMLText.escaped(
      counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
        .prefix(foremostMax).map { "\($0.key) \(NumberWords.grouped($0.value))" }
        .joined(separator: ", "))
  }
}

/// What is different from an earlier run.
enum DifferenceSection {
  static func html(_ difference: ReportDifference) -> String {
    var parts: [String] = []
    for reserve in difference.reserves {
      parts.append(
        "<p class=\"reserve\">The last run compares badly: \(HTMLText.escaped(reserve)).</p>")
    }
    parts.append(findings("Findings that the last run did not have", difference.appeared))
    parts.append(
      findings("Findings of the last run that this one does not have", difference.vanished))
    parts.append(
      HTMLText.table(
        ["figure", "last run", "this run"],
        difference.figures.map {
          [$0.name, HTMLText.escaped($0.before), HTMLText.escaped($0.now)]
        },
        numbers: [1, 2], caption: "Figures of both runs"))
    for (title, pairs) in [
      ("Pairs met for the first time", difference.newlyMet),
      ("Pairs no longer met", difference.noLongerMet),
    ] where !pairs.isEmpty {
      parts.append(
        HTMLText.folded(
          "\(title): \(pairs.count)",
          "<ul>\(pairs.map { "<li>\(HTMLText.escaped($0))</li>" }.joined())</ul>"))
    }
    return parts.joined(separator: "\n")
  }

  private static func findings(_ title: String, _ findings: [ReportedFinding]) -> String {
    guard !findings.isEmpty else { return "<p>\(title): none.</p>" }
    let items = findings.map { found in
      "<li><span class=\"rule\">\(HTMLText.escaped(found.invariant))</span> "
        + "\(HTMLText.escaped(found.message))</li>"
    }
    return "<p>\(title):</p>\n<ul>\n\(items.joined(separator: "\n"))\n</ul>"
  }
}

/// What the run was made with and in.
enum EnvironmentSection {
  static func html(_ report: RunReport) -> String {
    let counts = report.counts
    var entries = [
      ("seed", "<code>\(report.seed)</code>"), ("engine", HTMLText.escaped(report.engine)),
      ("build", HTMLText.escaped(report.build)), ("exit code", "\(report.exitCode)"),
    ]
    if let ended = report.ended { entries.append(("ended", HTMLText.escaped(ended))) }
    if !report.shards.isEmpty {
      entries.append(("shards", HTMLText.escaped(report.shards.joined(separator: ", "))))
    }
    entries += report.environment.map { ($0.name, HTMLText.escaped($0.value)) }
    entries += [
      (
        "primitives",
        "\(NumberWords.counted(counts.primitiveScripts, "script")), "
          + NumberWords.counted(counts.primitiveRaces, "race")
      ),
      ("skipped", NumberWords.counted(counts.skipped, "iteration")),
      ("worker deaths", NumberWords.grouped(counts.workerDeaths)),
      ("workers restarted for memory", NumberWords.grouped(counts.memoryRestarts)),
      (
        "known crashes and hangs",
        NumberWords.share(counts.knownMilliseconds, of: max(1, counts.milliseconds))
          + " of the time"
      ),
      ("memory", "\(NumberWords.grouped(counts.residentKibibytes / 1_024)) MB at most in a worker"),
    ]
    entries += report.notes.map { ("note", HTMLText.escaped($0)) }
    return HTMLText.list(entries.map { (name: $0.0, value: $0.1) })
  }
}
