import ScheduleKit

/// Who is told how a run goes, while it goes. All members are called from the thread of the run.
public protocol CampaignReporter: AnyObject {
  /// A finding that this run had not met before.
  func found(_ found: CampaignFinding)
  /// A part of the library, raced on its own, did something wrong that this run had not met before.
  func found(_ found: PrimitiveCampaign.Found, seed: UInt64)
  /// A finding that was announced as `isToBeShrunk` is now as small as it gets, or stays as it is.
  func shrunk(_ found: CampaignFinding, ordinal: Int)
  /// The same for a part's script.
  func shrunk(_ found: PrimitiveCampaign.Found, seed: UInt64)
  /// Something a person should know, in one line.
  func note(_ line: String)
  /// How far the run is; about ten times a second.
  func progressed(_ progress: CampaignProgress)
  /// The output cannot be written any more, so that the run ends.
  var isClosed: Bool { get }
}

extension CampaignReporter {
  /// Tells nobody: for runs that race no parts.
  public func found(_ found: PrimitiveCampaign.Found, seed: UInt64) {}
  public func shrunk(_ found: PrimitiveCampaign.Found, seed: UInt64) {}
}

/// A finding with its place in the corpus.
public struct CampaignFinding: Sendable {
  public var finding: Finding
  public var fingerprint: FindingFingerprint
  /// The corpus file that holds it, whether raced again or just written; nil where none does.
  public var file: String?
  /// It came from a file that was raced again.
  public var isReplayed: Bool
  /// The corpus has held it since before the run.
  public var isKnown = false
  /// How often it was found again.
  public var repeats: UInt64 = 0
  /// Its shrinking is about to begin.
  public var isToBeShrunk = false
  /// How its shrinking went, once it has ended.
  public var shrinking: ShrinkReport?
}

/// How far a run is.
public struct CampaignProgress: Sendable {
  public var elapsedMilliseconds: UInt64 = 0
  /// Iterations wanted in all, or nil where only time bounds the run.
  public var total: UInt64?
  /// What the run is done by.
  public var engine = EngineChoice.stress
  /// Schedules that were run under control and judged, and how long that took in all children.
  public var schedules: UInt64 = 0
  public var exploredMicroseconds: UInt64 = 0
  /// The widest view of any scenario that was explored: what was a schedule point, and what was not.
  public var sight = ScheduleSight()
  /// Parts of the library that were raced on their own: scripts, and races of them.
  public var primitiveScripts: UInt64 = 0
  public var primitiveRaces: UInt64 = 0
  /// Iterations raced and judged.
  public var raced: UInt64 = 0
  public var overlapped: UInt64 = 0
  public var firstQueueFirst: UInt64 = 0
  public var undecided: UInt64 = 0
  /// Iterations of batches that a crash or a hang cut short; they were not judged.
  public var skipped: UInt64 = 0
  /// Children that took too much memory and were followed by new ones.
  public var memoryRestarts: UInt64 = 0
  public var findings = 0
  /// Largest resident size of any child.
  public var residentKibibytes: UInt64 = 0
  /// What is being shrunk at the moment, in words.
  public var shrinking: String?
  public init() {}

  /// Iterations done of those wanted: races, or schedules where nothing is raced.
  public var done: UInt64 { (engine.races ? raced : schedules) + skipped }

  /// Schedules per second and child, over the time that was spent on them.
  public var schedulesPerSecond: Double {
    exploredMicroseconds == 0 ? 0 : Double(schedules) * 1e6 / Double(exploredMicroseconds)
  }

  /// Iterations per second, over the whole run.
  public var perSecond: Double {
    let count = engine.races ? raced : schedules
    return elapsedMilliseconds == 0 ? 0 : Double(count) * 1_000 / Double(elapsedMilliseconds)
  }
}

/// How a run ended.
public struct CampaignSummary: Sendable {
  /// Why it ended before all its work was done.
  public enum Cut: Hashable, Sendable {
    case interrupted
    case timeIsUp
    case firstFinding
    /// Nothing reads the output any more.
    case outputClosed
    /// Children die or hang so often that going on shows nothing new; one line.
    case givenUp(String)
    /// The tool itself could not go on; one line.
    case internalError(String)
  }
  public var progress: CampaignProgress
  /// In the order in which they were found.
  public var findings: [CampaignFinding]
  /// What parts of the library did wrong when they were raced on their own.
  public var primitiveFindings: [PrimitiveCampaign.Found] = []
  /// Distinct findings beyond `CampaignLimits.findingsMax`, neither printed nor saved.
  public var findingsUnlisted: UInt64
  /// How repeating the saved schedules of the plan's files went, by the files' indices.
  public var replays: [Int: ScheduleReplayNote]
  /// What generated scenarios have met, where the plan asks for it; without what a dead child had not told yet.
  public var coverage: CoverageMap?
  /// The outcomes of the files' scenarios, where the plan asks for them, the most frequent first.
  public var outcomes: [GradedOutcome] = []
  /// Children that crashed, hung, or were killed by somebody else.
  public var deaths: Int
  /// Children that ended because the tool itself trapped while it drew or judged.
  public var faults = 0
  public var cut: Cut?

  /// Whether the library did anything wrong.
  public var hasFindings: Bool { !findings.isEmpty || !primitiveFindings.isEmpty }
}
