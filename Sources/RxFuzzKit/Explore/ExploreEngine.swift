import CScheduleRuntime

/// Runs scenarios under control: one task at a time, every switch chosen, so that a schedule can be tried on
/// purpose and tried again.
///
/// The scripts of the racing queues are tasks, and so are the queues and timers of the library under test. The
/// graph is built and torn down by the calling thread, before and after the race.
/// Thread-safety: use from one thread; one engine at a time may run in a process. After a run that got stuck its
/// threads stay parked for good, so a process should not go on for ever after such runs.
public final class ExploreEngine {
  public let library: any LibraryUnderTest
  public let limits: ExploreLimits

  /// Called before each run, those that only learn included; must be cheap.
  public var willRun: () -> Void = {}
  /// Called with true before a trace is held against the rules and with false after it; must be cheap.
  var judging: (Bool) -> Void = { _ in }
  /// Where each operation is written down before it is performed, those of runs that only learn included.
  var journal: (page: ScheduleJournal, names: SiteNames)?
  private let judge: Judge
  private var iteration = Iteration()
  private var symbols = ScheduleSymbols()

  /// Whether schedules can be controlled by this build on this platform.
  public static var isSupported: Bool { csr_explore_supported() }
  /// One line for people where they cannot.
  public static let unsupportedNotice =
    "explore is off: it needs Linux on x86-64, an instrumented build, and no ThreadSanitizer"

  public init(library: any LibraryUnderTest, limits: ExploreLimits = ExploreLimits()) {
    self.library = library
    self.limits = limits
    judge = Judge(library: library)
  }

  /// Makes a scenario ready and learns, in a few runs whose schedules depend on nothing but the scenario, which of its
  /// accesses are worth a decision. From then on, until another scenario is prepared, `run` may be called.
  /// - Throws: what makes the scenario unfit for the library, before anything runs.
  public func prepare(_ scenario: Scenario) throws(PlanFailure) -> ExplorePlan {
    let plan = try ScenarioPlan(scenario, library: library)
    let prepared = ExplorePlan(plan: plan, judge: judge.prepared(for: scenario))
    limits.learnPoints { chooser in
      run(prepared, everyAccess: true, reportsForced: false, choose: chooser).isStuck
    }
    return prepared
  }

  /// Makes points of the accesses that runs since `prepare` have shown to matter beyond what it had learned; returns how
  /// many there are. A search that is to cover every schedule starts again then, and a schedule of before is replayed
  /// only after `prepare`.
  public func adoptUnforeseenSites() -> Int { Int(csr_sites_adopt()) }

  /// Runs the scenario once, under the schedule that `choose` makes, and judges what happened.
  ///
  /// `choose` is asked before every operation where more than one task could go on, on the thread of the task that ran
  /// last; it must not block.
  public func run(_ prepared: ExplorePlan, choose: @escaping ScheduleChooser) -> ScheduleResult {
    run(prepared, reportsForced: false, choose: choose)
  }

  /// - Parameters:
  ///   - everyAccess: whether every access is a point, or only those that matter.
  ///   - reportsForced: whether `choose` is asked where only one task can go on, too.
  func run(
    _ prepared: ExplorePlan, everyAccess: Bool = false, reportsForced: Bool,
    choose: @escaping ScheduleChooser
  ) -> ScheduleResult {
    willRun()
    journal?.page.begin()
    defer { journal?.page.end() }
    let plan = prepared.plan
    let context = ChooserContext(noting(choose))
    var config = limits.configuration(
      context, everyAccess: everyAccess, reportsForced: reportsForced)
    let resourcesBefore = library.liveResources()
    let racers = plan.queues.indices.map { ExploreRacer(iteration, plan.queues[$0], lane: $0 + 1) }
    csr_lane_set(0)
    // A thread that was abandoned in an earlier run stays where it was.
    SchedulerQueues.occupancy.vacate()
    csr_explore_begin(&config)
    let isComplete = race(plan, racers)
    var raw = csr_result()
    csr_explore_end(&raw)
    csr_lane_set(255)
    withExtendedLifetime((context, racers)) {}
    var endState = Trace.EndState()
    endState.recordsLost = iteration.recorder.lost
    endState.hung = !isComplete
    endState.isAtWork = csr_outcome(raw.outcome) == CSR_LIVELOCK
    endState.overlappedQueue = iteration.recorder.overlappedQueue
    if isComplete {
      endState.capturesAlive = iteration.isHeldByLibrary()
      if let resourcesBefore, let now = library.liveResources(), now > resourcesBefore {
        endState.resourcesAlive = now - resourcesBefore
      }
    }
    let fingerprint = iteration.recorder.fingerprint(
      salt: UInt64(raw.outcome) << 3 | (endState.overlappedQueue == nil ? 0 : 4)
        | (endState.capturesAlive ? 2 : 0) | (endState.resourcesAlive > 0 ? 1 : 0))
    let trace = Trace(
      scenario: plan.scenario, records: iteration.recorder.records, endState: endState)
    let result = conclude(prepared, trace, raw, fingerprint)
    // What the library holds on to, or threads that are stuck, may still write there.
    if !isComplete || endState.capturesAlive { iteration = Iteration() } else { iteration.reset() }
    return result
  }

  private func noting(_ choose: @escaping ScheduleChooser) -> ScheduleChooser {
    guard let (page, names) = journal else { return choose }
    return { raw in
      let chosen = choose(raw)
      let unforced = max(0, Int(raw.running))
      page.note(
        ScheduleOperation(raw.pending[chosen]),
        insteadOf: chosen == unforced ? nil : ScheduleOperation(raw.pending[unforced]), names)
      return chosen
    }
  }

  /// Builds, races, tears down. False where the run got stuck and nothing more may be done with it.
  private func race(_ plan: ScenarioPlan, _ racers: [ExploreRacer]) -> Bool {
    iteration.begin(plan, library: library)
    let functions = [(@convention(c) (UnsafeMutableRawPointer?) -> Void)?](
      repeating: runRacer, count: racers.count)
    let arguments = racers.map {
      UnsafeMutableRawPointer?(Unmanaged.passUnretained($0).toOpaque())
    }
    guard csr_explore_race(UInt32(racers.count), functions, arguments) == CSR_COMPLETED else {
      return false
    }
    iteration.recorder.record(.raceEnd, subject: 0)
    iteration.tearDown()
    guard csr_explore_race(0, nil, nil) == CSR_COMPLETED else { return false }
    iteration.recorder.record(.tornDown, subject: 0)
    iteration.release()
    return csr_explore_race(0, nil, nil) == CSR_COMPLETED
  }

  private func conclude(
    _ prepared: ExplorePlan, _ trace: Trace, _ raw: csr_result, _ fingerprint: UInt64
  ) -> ScheduleResult {
    var result = ScheduleResult(trace: trace, raw: raw)
    let promises = library.promises
    for found in symbols.findings(of: raw, trace: trace) where promises.contains(found.invariant) {
      result.findings.append(found)
    }
    guard !result.isStuck else { return result }
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

/// One racing queue's script, for the C side.
private final class ExploreRacer {
  let iteration: Iteration
  let script: [PlannedAction]
  let lane: UInt8

  init(_ iteration: Iteration, _ script: [PlannedAction], lane: Int) {
    self.iteration = iteration
    self.script = script
    self.lane = UInt8(lane)
  }
}

private func runRacer(_ argument: UnsafeMutableRawPointer?) {
  guard let argument else { return }
  let racer = Unmanaged<ExploreRacer>.fromOpaque(argument).takeUnretainedValue()
  csr_lane_set(racer.lane)
  for action in racer.script { racer.iteration.perform(action) }
  csr_lane_set(255)
}
