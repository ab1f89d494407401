/// A run as one JSON object of this tool's own form. Numbers that may have 64 bits are strings, because many
/// readers of JSON keep 53.
enum JSONReport {
  static func text(_ report: RunReport) -> String { value(report).text }

  private static func value(_ report: RunReport) -> JSONText {
    let counts = report.counts
    return .object([
      ("tool", .string("rxfuzz")), ("version", .string(report.version)),
      ("command", .string(report.tool)), ("library", .string(report.library)),
      ("seed", .string(String(report.seed))), ("build", .string(report.build)),
      ("engine", .string(report.engine)), ("shards", strings(report.shards)),
      ("exitCode", .number(report.exitCode)), ("ended", .optional(report.ended)),
      ("wasSuccessful", .boolean(report.wasSuccessful)),
      ("environment", .object(report.environment.map { ($0.name, .string($0.value)) })),
      (
        "iterations",
        .object([
          ("raced", .number(counts.raced)), ("overlapped", .number(counts.overlapped)),
          ("firstQueueFirst", .number(counts.firstQueueFirst)),
          ("undecided", .number(counts.undecided)), ("skipped", .number(counts.skipped)),
        ])
      ),
      (
        "schedules",
        .object([
          ("explored", .number(counts.schedules)),
          ("microseconds", .number(counts.exploredMicroseconds)),
        ])
      ),
      (
        "parts",
        .object([
          ("scripts", .number(counts.primitiveScripts)), ("raced", .number(counts.primitiveRaces)),
          ("findings", .array(report.primitiveFindings.map(primitive))),
        ])
      ),
      ("milliseconds", .number(counts.milliseconds)),
      ("workerDeaths", .number(counts.workerDeaths)),
      ("workersRestartedForMemory", .number(counts.memoryRestarts)),
      ("millisecondsOnKnown", .number(counts.knownMilliseconds)),
      ("residentKibibytes", .number(counts.residentKibibytes)),
      ("findings", .array(report.scenarioFindings.map(finding))),
      ("findingsUnlisted", .number(report.findingsUnlisted)),
      ("causes", .array(CauseGroups(report.findings).groups.map { group($0, report) })),
      ("outcomes", .array(report.outcomes.map(outcome))),
      ("undecided", .array(report.undecided.map(undecided))),
      ("coverage", report.coverage.map(coverage) ?? .null),
      ("timeline", timeline(report.timeline)),
      ("rules", .array(report.rules.map(rule))), ("notes", strings(report.notes)),
    ])
  }

  /// Findings of one cause, by their fingerprints and scripts.
  private static func group(_ group: CauseGroups.Group, _ report: RunReport) -> JSONText {
    let members = group.members.map { report.findings[$0] }
    return .object([
      ("words", .string(group.words)), ("rules", strings(Set(members.map(\.invariant)).sorted())),
      ("sightings", .number(members.reduce(0) { $0 + $1.repeats + 1 })),
      (
        "findings",
        .array(
          members.map {
            .object([
              ("identity", .string($0.identity)), ("scenario", .string($0.scenario)),
            ])
          })
      ),
    ])
  }

  private static func cause(_ found: ReportedFinding) -> JSONText {
    .object([
      ("effect", .string(found.cause.effect.rawValue)), ("parts", strings(found.cause.parts)),
      ("raced", strings(found.cause.raced)), ("sites", strings(found.cause.sites)),
      ("isSettled", .boolean(found.cause.isSettled)),
    ])
  }

  private static func strings(_ texts: [String]) -> JSONText { .array(texts.map { .string($0) }) }

  private static func counts(_ counts: [String: UInt64]) -> JSONText {
    .object(counts.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
  }

  /// What a primitive did wrong.
  private static func primitive(_ found: ReportedFinding) -> JSONText {
    .object([
      ("part", .string(found.primitive ?? "")), ("invariant", .string(found.invariant)),
      ("message", .string(found.message)), ("fingerprint", .string(found.fingerprint)),
      ("script", .string(found.scenario)), ("isKnown", .boolean(found.isKnown)),
      ("file", .optional(found.file)), ("details", .string(found.details)),
      ("shrinking", .optional(found.shrinking)), ("replay", .string(found.replay)),
      ("cause", cause(found)), ("size", .number(UInt64(found.size))),
    ])
  }

  /// Any finding, as events report it.
  static func any(_ found: ReportedFinding) -> JSONText {
    switch found.kind {
    case .primitive: primitive(found)
    case .scenario: finding(found)
    }
  }

  private static func finding(_ found: ReportedFinding) -> JSONText {
    .object([
      ("invariant", .string(found.invariant)), ("message", .string(found.message)),
      ("fingerprint", .string(found.fingerprint)), ("operators", strings(found.operators)),
      ("isKnown", .boolean(found.isKnown)), ("repeats", .number(found.repeats)),
      ("file", .optional(found.file)), ("seed", .optional(found.seed)),
      ("iteration", .optional(found.iteration)), ("scenario", .string(found.scenario)),
      ("lanes", found.lanes.map(lanes) ?? .null), ("trace", .optional(found.trace)),
      ("schedule", .optional(found.schedule)), ("details", .string(found.details)),
      ("shrinking", .optional(found.shrinking)), ("test", .optional(found.test)),
      ("replay", .string(found.replay)), ("cause", cause(found)),
      ("size", .number(UInt64(found.size))),
    ])
  }

  private static func lanes(_ drawing: LaneDrawing) -> JSONText {
    .object([
      ("names", strings(drawing.lanes)),
      (
        "rows",
        .array(
          drawing.rows.map { row in
            .object([
              ("lane", .number(UInt64(row.lane))), ("text", .string(row.text)),
              ("isViolation", .boolean(row.isViolation)),
            ])
          })
      ),
    ])
  }

  private static func outcome(_ outcome: GradedOutcome) -> JSONText {
    .object([
      ("outcome", .string(outcome.text)), ("count", .number(UInt64(outcome.count))),
      ("grade", .string(outcome.grade.rawValue)), ("reason", .string(outcome.reason)),
    ])
  }

  private static func undecided(_ share: RunReport.UndecidedShare) -> JSONText {
    .object([
      ("cause", .string(share.cause)), ("total", .number(share.total)),
      ("operators", counts(share.rows)), ("templates", counts(share.templates)),
    ])
  }

  private static func coverage(_ table: CoverageTable) -> JSONText {
    .object([
      ("scenarios", .number(table.scenarios)),
      (
        "templates",
        .array(
          table.templates.map { template in
            .object([
              ("name", .string(template.name)), ("wanted", strings(template.wanted)),
              ("cells", .array(cells(template))),
            ])
          })
      ),
    ])
  }

  private static func cells(_ template: CoverageTable.Template) -> [JSONText] {
    template.cells.sorted { $0.key < $1.key }.map { row, cell in
      .object([
        ("operator", .string(row)), ("outcomes", .number(UInt64(cell.classes))),
        (
          "inputs",
          .object(
            cell.inputs.sorted { $0.key < $1.key }.map { ($0.key, .number(UInt64($0.value))) })
        ),
      ])
    }
  }

  private static func timeline(_ timeline: RunTimeline) -> JSONText {
    .array(
      timeline.samples.map { sample in
        .object([
          ("milliseconds", .number(sample.milliseconds)), ("raced", .number(sample.raced)),
          ("schedules", .number(sample.schedules)), ("findings", .number(sample.findings)),
        ])
      })
  }

  private static func rule(_ rule: RunReport.Rule) -> JSONText {
    .object([
      ("name", .string(rule.name)), ("statement", .string(rule.statement)),
      ("judge", .string(rule.kind.rawValue)),
    ])
  }
}
