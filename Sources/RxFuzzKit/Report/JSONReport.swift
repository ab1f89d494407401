/// A run as one JSON object of this tool's own form. Numbers that may have 64 bits are strings, because many
/// readers of JSON keep 53.
enum JSONReport {
  static func text(_ record: RunRecord) -> String {
    let progress = record.summary.progress
    return JSONText.object([
      ("tool", .string("rxfuzz")), ("version", .string(record.version)),
      ("library", .string(record.library)), ("seed", .string(String(record.seed))),
      ("build", .string(record.build)), ("exitCode", .number(UInt64(record.exitCode))),
      ("ended", .optional(record.ended)),
      (
        "iterations",
        .object([
          ("raced", .number(progress.raced)), ("overlapped", .number(progress.overlapped)),
          ("firstQueueFirst", .number(progress.firstQueueFirst)),
          ("undecided", .number(progress.undecided)), ("skipped", .number(progress.skipped)),
        ])
      ),
      (
        "parts",
        .object([
          ("scripts", .number(progress.primitiveScripts)),
          ("raced", .number(progress.primitiveRaces)),
          ("findings", .array(record.summary.primitiveFindings.map { finding($0, record) })),
        ])
      ),
      ("milliseconds", .number(progress.elapsedMilliseconds)),
      ("workerDeaths", .number(UInt64(record.summary.deaths))),
      ("workersRestartedForMemory", .number(progress.memoryRestarts)),
      ("findings", .array(record.summary.findings.map { finding($0, record) })),
      ("findingsUnlisted", .number(record.summary.findingsUnlisted)),
    ]).text
  }

  private static func finding(_ found: PrimitiveCampaign.Found, _ record: RunRecord) -> JSONText {
    .object([
      ("part", .string(found.primitive)), ("invariant", .string(found.invariant.rawValue)),
      ("message", .string(found.message)), ("script", .string(found.script)),
      ("isKnown", .boolean(found.isKnown)), ("file", .optional(found.file)),
      (
        "replay",
        .string(PrimitiveReport.replayCommand(found, seed: record.seed, command: record.tool))
      ),
    ])
  }

  private static func finding(_ found: CampaignFinding, _ record: RunRecord) -> JSONText {
    let finding = found.finding
    let trace =
      finding.records.isEmpty
      ? nil : LaneDiagram.draw(scenario: finding.scenario, records: finding.records)
    return .object([
      ("invariant", .string(finding.invariant.rawValue)), ("message", .string(finding.message)),
      ("fingerprint", .string(found.fingerprint.description)),
      ("isKnown", .boolean(found.isKnown || found.isReplayed)),
      ("repeats", .number(found.repeats)), ("file", .optional(found.file)),
      ("seed", .optional(finding.seed.map { String($0) })),
      ("iteration", .optional(finding.iteration.map { String($0) })),
      ("scenario", .string(ScenarioCodec.print(finding.scenario))), ("trace", .optional(trace)),
      ("schedule", .optional(finding.schedule)),
      ("details", .string(finding.details)), ("shrinking", .optional(found.shrinking?.words)),
      ("replay", .string(record.replayCommand(found))),
    ])
  }
}
