import ScheduleKit

/// One run, or several shards of one, as every form of a report shows it.
///
/// All that it holds is text and numbers, so that its JSON form reads back whole. Thread-safety: a value.
public struct RunReport: Hashable, Sendable {
  /// The tool as it was called, and its version.
  var tool = "rxfuzz"
  var version = ""
  /// The library under test.
  public internal(set) var library = ""
  /// Where all chance came from.
  public internal(set) var seed: UInt64 = 0
  var build = ""
  var engine = ""
  var exitCode: UInt64 = 0
  /// Why it ended early, or nil where all its work was done.
  var ended: String?
  /// Whether the tool itself came to its end as it should.
  var wasSuccessful = true
  /// For example `2/8`; empty where the run was whole.
  var shards: [String] = []
  /// What the run was made in: name and value.
  var environment: [Entry] = []
  var counts = Counts()
  /// What graphs did wrong, then what primitives did wrong when they were raced on their own.
  var findings: [ReportedFinding] = []
  var findingsUnlisted: UInt64 = 0
  /// The outcomes of the files' scenarios, where they were asked for.
  var outcomes: [GradedOutcome] = []
  var coverage: CoverageTable?
  /// What could not be judged, by cause.
  var undecided: [UndecidedShare] = []
  var timeline = RunTimeline()
  /// The judged rules.
  var rules: [Rule] = []
  /// What the library does otherwise than the others, and what it does not promise.
  var notes: [String] = []

  /// A name with its value.
  struct Entry: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// A rule that was judged.
  struct Rule: Hashable, Sendable {
    /// Who judges it.
    enum Kind: String, Hashable, Sendable {
      /// Each trace, by itself: always decided.
      case trace
      /// The search for an explanation in the sequential model.
      case model
      /// How the process ends, and what it prints.
      case process
    }
    var name: String
    var statement: String
    var kind: Kind
  }

  /// Sums of the whole run.
  struct Counts: Hashable, Sendable {
    var raced: UInt64 = 0
    var overlapped: UInt64 = 0
    var firstQueueFirst: UInt64 = 0
    var undecided: UInt64 = 0
    var skipped: UInt64 = 0
    var schedules: UInt64 = 0
    var exploredMicroseconds: UInt64 = 0
    var primitiveScripts: UInt64 = 0
    var primitiveRaces: UInt64 = 0
    var milliseconds: UInt64 = 0
    var workerDeaths: UInt64 = 0
    var memoryRestarts: UInt64 = 0
    var knownMilliseconds: UInt64 = 0
    var residentKibibytes: UInt64 = 0
  }

  /// Traces that one cause has kept from being judged, and where.
  struct UndecidedShare: Hashable, Sendable {
    var cause: String
    var total: UInt64
    /// By operator of the graph, and by race template.
    var rows: [String: UInt64] = [:]
    var templates: [String: UInt64] = [:]
  }

  var primitiveFindings: [ReportedFinding] { findings.filter { $0.kind == .primitive } }
  var scenarioFindings: [ReportedFinding] { findings.filter { $0.kind == .scenario } }
  /// The exit code of the run.
  public var exitStatus: Int32 { Int32(truncatingIfNeeded: exitCode) }

  /// Says what the run ends with after all.
  public mutating func end(exitCode: Int32) { self.exitCode = UInt64(exitCode) }

  /// Findings that the corpus did not hold before.
  var news: [ReportedFinding] { findings.filter { !$0.isKnown } }
}

/// Something that the library did wrong, as reports show it.
struct ReportedFinding: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable {
    case scenario
    /// A disposable or a scheduler, raced on its own.
    case primitive
  }
  var kind = Kind.scenario
  var invariant: String
  var message: String
  /// Equal for equal findings, in any run.
  var fingerprint: String
  /// What it has in common with others of the same cause.
  var cause: FindingCause
  /// Operators and actions of its scenario, or the length of its script.
  var size: Int
  /// The operators of its graph, as far as they distinguish it from another finding of the same fingerprint.
  var operators: [String] = []
  var isKnown = false
  var repeats: UInt64 = 0
  /// The corpus file that holds it.
  var file: String?
  var seed: String?
  var iteration: String?
  /// The scenario's text form, or the script of a primitive in one line.
  var scenario: String
  /// What the primitive is called.
  var primitive: String?
  var schedule: String?
  var lanes: LaneDrawing?
  /// The lanes as text.
  var trace: String?
  var details = ""
  var shrinking: String?
  var replay: String
  /// The scenario as a Swift test of the library alone.
  var test: String?

  /// What makes it the same finding as one of another run.
  var identity: String { ([fingerprint] + operators).joined(separator: " ") }

  /// Lines that say where schedules switch threads, and all that the process said beside them.
  var switches: [String] { detailLines.compactMap { SwitchLine($0).map { String($0.text) } } }
  var otherDetails: [String] { detailLines.filter { SwitchLine($0) == nil } }
  /// The details without the switches that the trace shows.
  var detailsBelowTrace: String {
    detailLines.filter { line in
      guard let trace, let change = SwitchLine(line) else { return true }
      return !trace.contains(LaneRows.switchMark + change.operation)
    }.joined(separator: "\n")
  }

  private var detailLines: [String] {
    details.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// A trace as rows of lanes, time running down.
struct LaneDrawing: Hashable, Sendable {
  struct Row: Hashable, Sendable {
    var lane: Int
    /// As `LaneRows` writes it: indented, with `▸` at what opens and `◂` at what closes.
    var text: String
    var isViolation = false
  }
  var lanes: [String]
  var rows: [Row]
}

extension LaneDrawing {
  /// The lanes of a finding; nil where it has no trace.
  init?(_ finding: Finding) {
    guard !finding.records.isEmpty else { return nil }
    let place = LaneDiagram.place(of: finding)
    let drawn = LaneDiagram.rows(of: finding)
    let order = Set(drawn.map(\.lane)).sorted()
    lanes = order.map(LaneWords.lane)
    rows = drawn.map { row in
      Row(
        lane: order.firstIndex(of: row.lane) ?? 0, text: row.text,
        isViolation: place.map(row.covers.contains) ?? false)
    }
  }
}
