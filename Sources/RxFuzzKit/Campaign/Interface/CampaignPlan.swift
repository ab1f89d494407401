import ScheduleKit

/// What a run shall do: the corpus files to race again, the scenarios to generate, and its bounds.
public struct CampaignPlan: Sendable {
  /// A corpus file, raced again.
  public struct ScenarioFile: Sendable {
    public var path: String
    public var scenario: Scenario
    public var races: UInt64
    /// The schedule that once showed its failure, repeated first where the run explores.
    public var schedule: String?

    /// - Throws: what makes the scenario unfit for the library.
    public init(
      path: String, scenario: Scenario, races: UInt64, schedule: String? = nil,
      library: any LibraryUnderTest
    ) throws(PlanFailure) {
      _ = try ScenarioPlan(scenario, library: library)
      self.path = path
      self.scenario = scenario
      self.races = races
      self.schedule = schedule
    }
  }

  /// A script of a primitive that a corpus file holds, raced again.
  public struct PrimitiveEntry: Sendable {
    public var path: String
    public var program: PrimitiveProgram
    public var races: UInt64
    /// The failure that the file is kept for.
    let failure: PrimitiveFailure?
    /// Of a data race that was recorded with them.
    let raceLines: RaceLines?

    /// - Throws: one line, where the library has no such primitive.
    public init(
      path: String, file: PrimitiveFile, races: UInt64, library: any LibraryUnderTest
    ) throws(SaveFailure) {
      guard file.program.isBound(by: library) else {
        throw SaveFailure("\(library.name) has no \(file.program.primitive)")
      }
      self.path = path
      program = file.program
      self.races = races
      failure = file.failure
      raceLines = file.verdict.flatMap { $0.invariant == .race1 ? RaceLines($0.message) : nil }
    }
  }

  public var seed: UInt64
  /// What the run is done by. Only `stress` where schedules cannot be controlled.
  public var engine: EngineChoice
  /// What chooses schedules.
  public var strategy = StrategyTable.portfolio
  /// What atomic loads see in controlled schedules; a saved schedule is repeated with its own.
  public var memory = MemoryModel.sequential
  /// Children that race at the same time.
  public var jobs: Int
  /// Children beside them, which explore where a race has no room; only useful where each race has two processors.
  public var helpers = 0
  public var files: [ScenarioFile]
  /// Scripts of primitives, raced again.
  public var primitiveFiles: [PrimitiveEntry] = []
  /// Iterations of generated scenarios; nil where only time bounds the run.
  public var generatedIterations: UInt64?
  /// Which part of all this the run does; the others are done elsewhere.
  public var shard = CampaignShard.whole
  /// Bounds the whole run, if given.
  public var timeMilliseconds: UInt64?
  /// Whether the first finding ends the run.
  public var failsFast: Bool
  /// How long the shrinking of one finding may take; 0 where findings stay as they are found.
  public var shrinkSeconds: Int
  /// A known failure that the run shall shrink first.
  public var shrinkFirst: ShrinkOrder<Finding>?
  /// The same with what a primitive did wrong.
  public var shrinkPrimitiveFirst: ShrinkOrder<PrimitiveCampaign.Found>?
  /// Whether the summary reports what generated scenarios have met.
  public var notesCoverage = false
  /// Whether the summary reports every outcome of the files, with its grade. Only races have outcomes.
  public var gradesOutcomes = false
  /// Whether primitives are raced on their own, too, beside generated scenarios.
  public var racesPrimitives = false
  /// How long a child may go without progress.
  public var hangSeconds: Int
  /// How much memory a child may take before another one goes on in its place; nil: as much as it wants.
  public var memoryMegabytesMax: Int?
  /// Where the campaign of this seed was left, if it is to go on from there.
  public var resumed: CampaignState?
  /// Keeps how far the run has come, about once a second and at each finding, or throws one clear line.
  public var keepState: (@Sendable (CampaignState) throws(SaveFailure) -> Void)?
  /// Failures on record: finding one of them again costs one line.
  public var known: [KnownFailure] = []
  /// The same of primitives, beside `primitiveFiles`.
  public var knownPrimitives: [PrimitiveEntry] = []
  /// Files of failures that do not fail the run: what else they show does, and gets a file of its own.
  public var expected: Set<String> = []
  /// Keeps a finding and returns the path of its file, or throws one clear line.
  public var save: (@Sendable (Finding) throws(SaveFailure) -> String)?
  /// The same for what a primitive did wrong when it was raced on its own.
  public var savePrimitive: (@Sendable (PrimitiveCampaign.Found) throws(SaveFailure) -> String)?

  /// Keeps the shrunk form of a finding in the place of the file that was saved before, and returns the path
  /// of its file, or throws one clear line; the old file is then still there.
  public var replace: (@Sendable (Finding, String) throws(SaveFailure) -> String)?
  /// The same for the shrunk script of a primitive.
  public var replacePrimitive:
    (@Sendable (PrimitiveCampaign.Found, String) throws(SaveFailure) -> String)?

  /// A failure to shrink, with its file.
  public struct ShrinkOrder<Failure: Sendable>: Sendable {
    public var finding: Failure
    /// What a failure must have to be the same; nil: the first failure counts.
    public var lock: FindingFingerprint?
    public var path: String

    public init(finding: Failure, lock: FindingFingerprint?, path: String) {
      self.finding = finding
      self.lock = lock
      self.path = path
    }
  }

  /// Why a finding could not be kept: one line.
  public struct SaveFailure: Error, Sendable {
    public let message: String
    public init(_ message: String) { self.message = message }
  }

  public init(seed: UInt64, jobs: Int) {
    self.seed = seed
    self.jobs = jobs
    engine = .stress
    files = []
    generatedIterations = 0
    failsFast = false
    shrinkSeconds = 0
    hangSeconds = BuildKind.current.hangSeconds
  }

  /// One child races on two cores at least, so half the cores are enough to keep them all busy.
  public static var jobsDefault: Int { max(1, Processor.coreCount / 2) }

  /// Exploring keeps one core busy: two children explore in the place of one that races.
  public static func helpersDefault(engine: EngineChoice) -> Int {
    let isRoom = Processor.coreCount >= jobsDefault * CampaignLimits.processorsOfRace
    return engine.explores && isRoom ? jobsDefault : 0
  }

  /// All iterations of the run, or nil where only time bounds it.
  public var totalIterations: UInt64? {
    let generated =
      resumed.map { $0.iterationsLeft(of: generatedIterations, engine: engine, shard: shard) }
      ?? generatedIterations.map { shard.iterations(in: 0..<$0) }
    return generated.map { sum in
      files.enumerated().reduce(sum) { sum, file in
        sum + shard.shifted(by: file.offset).iterations(in: 0..<file.element.races)
      }
    }
  }
}

extension CampaignPlan {
  /// Whether that file is one of a failure that does not fail the run.
  func expects(_ path: String?) -> Bool { path.map(expected.contains) ?? false }
}
