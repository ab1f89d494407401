/// Writes a run as lines of JSON while it goes on, one object a line: `started`, `progress` about once a second,
/// `finding`, `shrunk`, `note`, and `ended`. The page *Reports* says what each has.
///
/// Thread-safety: as `CampaignReporter`.
public final class EventReporter: CampaignReporter {
  /// Between two lines of progress.
  private static let progressMilliseconds: UInt64 = 1_000

  private let record: RunRecord
  private let write: (String) -> Void
  private var milliseconds: UInt64 = 0
  private var progressDue: UInt64 = 0
  private var ordinal: UInt64 = 0

  /// - Parameters:
  ///   - record: of the run that begins, without a summary that means anything.
  ///   - write: takes one line with its end, and gives it away at once.
  public init(_ record: RunRecord, write: @escaping (String) -> Void) {
    self.record = record
    self.write = write
  }

  /// The run begins.
  /// - `iterations`: that are wanted; nil where only time bounds it.
  public func started(iterations: UInt64?, jobs: Int) {
    write(
      "started",
      [
        ("version", .string(record.version)), ("library", .string(record.library)),
        ("seed", .string(String(record.seed))), ("build", .string(record.build)),
        ("engine", .string(record.summary.progress.engine.rawValue)),
        ("shard", .optional(record.shard)),
        ("iterations", iterations.map { .number($0) } ?? .null), ("jobs", .number(UInt64(jobs))),
      ])
  }

  public func found(_ found: CampaignFinding) {
    ordinal += 1
    write("finding", [("ordinal", .number(ordinal))] + members(ReportedFinding(found, record)))
  }

  public func found(_ found: PrimitiveCampaign.Found, seed: UInt64) {
    write("finding", members(ReportedFinding(found, record)))
  }

  public func shrunk(_ found: CampaignFinding, ordinal: Int) {
    write(
      "shrunk", [("ordinal", .number(UInt64(ordinal)))] + members(ReportedFinding(found, record)))
  }

  public func shrunk(_ found: PrimitiveCampaign.Found, seed: UInt64) {
    write("shrunk", members(ReportedFinding(found, record)))
  }

  public func note(_ line: String) { write("note", [("text", .string(line))]) }

  public func progressed(_ progress: CampaignProgress) {
    milliseconds = progress.elapsedMilliseconds
    guard milliseconds >= progressDue else { return }
    progressDue = milliseconds + Self.progressMilliseconds
    write("progress", Self.members(progress))
  }

  /// The run has ended.
  public func ended(_ summary: CampaignSummary, exitCode: Int32) {
    milliseconds = summary.progress.elapsedMilliseconds
    write(
      "ended",
      [
        ("exitCode", .number(UInt64(exitCode))),
        ("early", .optional(summary.cut.map(SummaryReport.words))),
      ] + Self.members(summary.progress))
  }

  public var isClosed: Bool { false }

  private func members(_ found: ReportedFinding) -> [(name: String, value: JSONText)] {
    [("kind", .string(found.kind.rawValue))] + (JSONReport.any(found).members ?? [])
  }

  private static func members(
    _ progress: CampaignProgress
  ) -> [(name: String, value: JSONText)] {
    [
      ("wanted", progress.total.map { .number($0) } ?? .null), ("raced", .number(progress.raced)),
      ("overlapped", .number(progress.overlapped)), ("undecided", .number(progress.undecided)),
      ("skipped", .number(progress.skipped)), ("schedules", .number(progress.schedules)),
      ("primitiveRaces", .number(progress.primitiveRaces)),
      ("findings", .number(UInt64(progress.findings))),
      ("residentKibibytes", .number(progress.residentKibibytes)),
    ]
  }

  private func write(_ event: String, _ members: [(name: String, value: JSONText)]) {
    let head: [(name: String, value: JSONText)] = [
      ("event", .string(event)), ("milliseconds", .number(milliseconds)),
    ]
    write(JSONText.object(head + members).line + "\n")
  }
}
