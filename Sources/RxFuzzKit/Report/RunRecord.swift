import ScheduleKit

/// One run as other tools read it: what was raced, what was found, how it ended.
public struct RunRecord: Sendable {
  /// The tool as it was called, and its version.
  public var tool: String
  public var version: String
  public var library: String
  public var seed: UInt64
  public var build: String
  public var summary: CampaignSummary
  /// Invariants that were judged.
  public var promises: Set<InvariantName>
  public var exitCode: Int32
  /// Which part of the run it was, for example `2/8`; nil where it was whole.
  public var shard: String?
  /// What the run was made in, for people: name and value.
  public var environment: [(name: String, value: String)] = []
  /// How it went.
  public var timeline = RunTimeline()
  /// What there was to be met.
  public var goal: CoverageGoal?
  /// What the library does otherwise than RxCore, and what it does not promise.
  public var notes: [String] = []
  /// Writes a scenario as a test of the library alone, where that can be done.
  public var phrase: (@Sendable (CorpusFile) -> String?)?

  public init(
    tool: String, version: String, seed: UInt64, library: any LibraryUnderTest,
    summary: CampaignSummary, exitCode: Int32
  ) {
    self.tool = tool
    self.version = version
    self.seed = seed
    self.library = library.name
    promises = library.promisesKept
    build = "\(BuildKind.current)"
    self.summary = summary
    self.exitCode = exitCode
    if summary.coverage != nil { goal = CoverageGoal(library: library) }
    notes =
      library.semantics.differences + library.promiseNotes.map { "no promise: \($0)" }
  }

  /// Why the run ended early, or nil where all its work was done.
  var ended: String? { summary.cut.map(SummaryReport.words) }

  /// Whether the tool itself came to its end as it should.
  var wasSuccessful: Bool {
    switch summary.cut {
    case nil, .interrupted, .timeIsUp, .firstFinding, .outputClosed: true
    case .givenUp, .internalError, .exhausted: false
    }
  }

  func replayCommand(_ found: CampaignFinding) -> String {
    FindingReport.replayCommand(found, command: tool)
  }

  /// The judged invariants in the order of the list, with what each of them says.
  var rules: [(name: InvariantName, statement: String)] {
    Judge.invariants.filter { promises.contains($0.name) }.map { ($0.name, $0.statement) }
  }
}

/// The forms in which a run is reported, chosen by a file's ending.
public enum ReportFormat: String, CaseIterable, Sendable {
  case json
  /// JUnit's XML.
  case xml
  case sarif
  /// A page to look at.
  case html

  /// The format of a file by its ending, or nil.
  public init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    self.init(rawValue: path[path.index(after: dot)...].lowercased())
  }

  /// Whether it reports what scenarios have met.
  public var hasCoverage: Bool { self == .json || self == .html }

  /// The whole file.
  /// - `last`: an earlier run that this one is compared with.
  public func text(_ report: RunReport, since last: RunReport? = nil) -> String {
    switch self {
    case .json: JSONReport.text(report)
    case .xml: JUnitReport.text(report)
    case .sarif: SARIFReport.text(report, since: last)
    case .html: HTMLReport.text(report, since: last)
    }
  }

  /// Writes the file in the place of the one before, which is there whole until then.
  public static func write(_ text: String, to path: String) throws(CorpusStoreError) {
    try CorpusFolder.overwrite(path, bytes: Array(text.utf8))
  }

  /// Makes sure that the file can be written, before hours are spent for it; removes what killed runs have left there.
  public static func prepare(_ path: String) throws(CorpusStoreError) {
    try CorpusFolder.probeFile(path)
    TemporaryFile.removeLeftovers(in: CorpusFolder.folder(of: path))
  }
}
