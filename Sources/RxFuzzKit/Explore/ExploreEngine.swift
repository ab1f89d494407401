import ScheduleKit

/// Runs scenarios under control, and judges what happened.
///
/// The scripts of the racing queues are tasks, and so are the queues and timers of the library under test. The
/// graph is built and torn down by the calling thread, before and after the race.
/// Thread-safety: use from one thread; one engine at a time may run in a process. After a run that got stuck its
/// threads stay parked for good, so a process should not go on for ever after such runs.
public final class ExploreEngine {
  public let library: any LibraryUnderTest

  /// Called before each run, those that only learn included; must be cheap.
  public var willRun: () -> Void {
    get { session.willRun }
    set { session.willRun = newValue }
  }
  /// Called with true before a trace is held against the rules and with false after it; must be cheap.
  var judging: (Bool) -> Void = { _ in }
  /// Where each operation is written down before it is performed, those of runs that only learn included.
  var journal: (page: ScheduleJournal, names: SiteNames)? {
    get { session.journal }
    set { session.journal = newValue }
  }
  /// Bounds of each run.
  var limits: ScheduleLimits { session.limits }
  private let session: ScheduleSession
  private let judge: Judge
  private var iteration = Iteration()
  /// Whether the last run has left something to a timer that never came.
  private var mayHoldMore = false

  /// Rules that go by the order in time in which threads did things, as the sequential models do. Weak memory keeps no
  /// such order: a thread that has not synchronised with a disposal on another may not see it yet.
  private static let rulesByOrderInTime = Judge.modelled.union([.disp4, .disp8])

  /// Whether schedules can be controlled by this build on this platform.
  public static var isSupported: Bool { ScheduleSession.isSupported }
  /// One line for people where they cannot.
  public static var unsupportedNotice: String { ScheduleSession.unsupportedNotice }

  public init(library: any LibraryUnderTest, limits: ScheduleLimits = ScheduleLimits()) {
    self.library = library
    session = ScheduleSession(limits: limits)
    judge = Judge(
      library: library, except: limits.memory == .sequential ? [] : Self.rulesByOrderInTime)
  }

  /// Makes a scenario ready and learns, in a few runs whose schedules depend on nothing but the scenario, which of its
  /// accesses are worth a decision. From then on, until another scenario is prepared, `run` may be called.
  /// - Throws: what makes the scenario unfit for the library, before anything runs.
  public func prepare(_ scenario: Scenario) throws(PlanFailure) -> ExplorePlan {
    let plan = try ScenarioPlan(scenario, library: library)
    let prepared = ExplorePlan(plan: plan, judge: judge.prepared(for: scenario))
    session.learn(ExploreProgram(self, prepared))
    return prepared
  }

  /// Records of the run that goes on, so far.
  var recordCount: Int { iteration.recorder.count }

  /// Makes points of the accesses that runs since `prepare` have shown to matter, see
  /// `ScheduleSession.adoptUnforeseenSites`.
  public func adoptUnforeseenSites() -> Int { session.adoptUnforeseenSites() }

  /// Runs the scenario once, under the schedule that a strategy chooses, and judges what happened; nil where the strategy
  /// has nothing left to try.
  public func run(_ prepared: ExplorePlan, control: ScheduleControl) -> ExploreResult? {
    let program = ExploreProgram(self, prepared)
    guard session.run(program, control) != nil else { return nil }
    return program.result
  }

  /// Builds, races, tears down. What gets stuck is left as it is.
  fileprivate func race(_ plan: ScenarioPlan, _ tasks: [() -> Void], _ run: ControlledRun) -> Bool {
    iteration.begin(plan, library: library)
    guard run.race(tasks) else { return false }
    iteration.recorder.record(.raceEnd, subject: 0)
    iteration.tearDown()
    guard run.settle() else { return false }
    iteration.recorder.record(.tornDown, subject: 0)
    iteration.release()
    guard run.settle() else { return false }
    // What a library has left to a timer holds what it needs until it comes, and does nothing then.
    guard run.passTime() else { return false }
    mayHoldMore = run.isTimeCut
    return true
  }

  /// One task for each racing queue.
  fileprivate func tasks(_ plan: ScenarioPlan) -> [() -> Void] {
    plan.queues.indices.map { queue in
      { [iteration, script = plan.queues[queue]] in
        RacingLane.current = RacingLane.racer(queue)
        for action in script { iteration.perform(action) }
        RacingLane.current = RacingLane.unknown
      }
    }
  }

  /// Takes in what the run has left, and makes room for the next one.
  fileprivate func conclude(
    _ prepared: ExplorePlan, _ schedule: ScheduleResult, isComplete: Bool, resourcesBefore: Int?
  ) -> ExploreResult {
    var endState = Trace.EndState()
    endState.recordsLost = iteration.recorder.lost
    endState.hung = !isComplete
    endState.isAtWork = schedule.outcome == .livelock
    endState.overlappedQueue = iteration.recorder.overlappedQueue
    if isComplete {
      endState.capturesAlive = iteration.isHeldByLibrary() && !mayHoldMore
      endState.resourcesOpen = iteration.resources.openCount
      endState.resourcesClosedAgain = iteration.resources.closedAgainCount
      if let resourcesBefore, let now = library.liveResources(), now > resourcesBefore {
        endState.resourcesAlive = now - resourcesBefore
      }
    }
    let fingerprint = iteration.recorder.fingerprint(
      salt: schedule.outcome.salt << 4 | (endState.hasOddResources ? 8 : 0)
        | (endState.overlappedQueue == nil ? 0 : 4)
        | (endState.capturesAlive ? 2 : 0) | (endState.resourcesAlive > 0 ? 1 : 0))
    let trace = Trace(
      scenario: prepared.scenario, records: iteration.recorder.records, endState: endState)
    let result = verdict(prepared, trace, schedule, fingerprint)
    // What the library holds on to, or threads that are stuck, may still write there.
    if !isComplete || iteration.isHeldByLibrary() {
      iteration = Iteration()
    } else {
      iteration.reset()
    }
    return result
  }

  private func verdict(
    _ prepared: ExplorePlan, _ trace: Trace, _ schedule: ScheduleResult, _ fingerprint: UInt64
  ) -> ExploreResult {
    var result = ExploreResult(schedule: schedule, trace: trace)
    let promises = library.promises
    for incident in schedule.incidents {
      guard let (invariant, message) = incident.violation(in: schedule),
        promises.contains(invariant)
      else { continue }
      result.findings.append(
        Finding(
          invariant: invariant, message: message, scenario: trace.scenario, records: trace.records,
          details: incident.details))
    }
    guard !schedule.isStuck else { return result }
    judging(true)
    let verdict = prepared.verdict(on: trace, fingerprint: fingerprint)
    judging(false)
    switch verdict {
    case .lawful: break
    case .undecided(let cause): result.undecided = cause.description
    case .violated(let invariant, let message):
      result.findings.append(
        Finding(
          invariant: invariant, message: message, scenario: trace.scenario, records: trace.records))
    }
    return result
  }
}

/// A scenario as a session runs it.
private final class ExploreProgram: ControlledProgram {
  private let engine: ExploreEngine
  private let prepared: ExplorePlan
  private var tasks: [() -> Void] = []
  private var resourcesBefore: Int?
  private var isComplete = false
  /// Of the last run.
  private(set) var result: ExploreResult?

  init(_ engine: ExploreEngine, _ prepared: ExplorePlan) {
    self.engine = engine
    self.prepared = prepared
  }

  func prepare() {
    resourcesBefore = engine.library.liveResources()
    tasks = engine.tasks(prepared.plan)
    RacingLane.current = RacingLane.driver
    // A thread that was abandoned in an earlier run stays where it was.
    SchedulerQueues.occupancy.vacate()
  }

  func run(_ run: ControlledRun) { isComplete = engine.race(prepared.plan, tasks, run) }

  func judge(_ schedule: ScheduleResult) -> Bool {
    RacingLane.current = RacingLane.unknown
    tasks = []
    let result = engine.conclude(
      prepared, schedule, isComplete: isComplete, resourcesBefore: resourcesBefore)
    self.result = result
    return !result.findings.isEmpty
  }
}

extension ScheduleResult.Outcome {
  /// A small number of its own, for fingerprints.
  fileprivate var salt: UInt64 {
    switch self {
    case .completed: 0
    case .deadlock: 1
    case .livelock: 2
    case .exhausted: 3
    case .unsupported: 4
    case .crashed: 5
    }
  }
}
