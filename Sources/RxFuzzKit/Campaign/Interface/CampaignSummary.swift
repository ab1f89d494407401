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
    /// The system has no memory, thread, process or descriptor left for the run; one line.
    case exhausted(String)

    /// Why a run ends that could not do what it asked the system for.
    init(_ error: SystemError) {
      if let exhaustion = error.exhaustion {
        self = .exhausted("\(error.message); \(exhaustion.words)")
      } else {
        self = .internalError(error.message)
      }
    }
  }
  public var progress: CampaignProgress
  /// In the order in which they were found.
  public var findings: [CampaignFinding]
  /// What primitives did wrong when they were raced on their own.
  public var primitiveFindings: [PrimitiveCampaign.Found] = []
  /// Distinct findings beyond `CampaignLimits.findingsMax`, neither printed nor saved.
  public var findingsUnlisted: UInt64
  /// How repeating the saved schedules of the plan's files went, by the files' indices.
  public var replays: [Int: ScheduleReplayNote]
  /// What generated scenarios have met, where the plan asks for it; without what a dead child had not reported yet.
  public var coverage: CoverageMap?
  /// The outcomes of the files' scenarios, where the plan asks for them, the most frequent first.
  public var outcomes: [GradedOutcome] = []
  /// Children that crashed, hung, or were killed by somebody else.
  public var deaths: Int
  /// Children that ended because the tool itself trapped while it drew or judged.
  public var faults = 0
  /// Whether the plan, from where it began, had scenarios to race, and scenarios to explore.
  public var hadRaces = true
  public var hadSchedules = true
  public var cut: Cut?

  /// Whether the library did anything wrong.
  public var hasFindings: Bool { !findings.isEmpty || !primitiveFindings.isEmpty }

  /// Whether it has shown what was not expected.
  public var hasNews: Bool {
    !findings.allSatisfy(\.isExpected) || !primitiveFindings.allSatisfy(\.isExpected)
  }
}

extension CampaignSummary {
  /// Of a run that only begins.
  public init(beginning engine: EngineChoice) {
    progress = CampaignProgress()
    progress.engine = engine
    findings = []
    findingsUnlisted = 0
    replays = [:]
    deaths = 0
  }
}
