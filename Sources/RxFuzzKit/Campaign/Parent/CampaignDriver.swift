import ScheduleKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The parent's side of a run: assigns work to children, collects what they report, and survives their crashes.
///
/// One loop on one thread meets messages, signals, deaths and time. Thread-safety: use from one thread,
/// and run one at a time in a process, because signals belong to the process.
public final class CampaignDriver {
  private let plan: CampaignPlan
  private let reporter: any CampaignReporter
  private let libraryName: String
  private var scheduler: WorkScheduler
  private var workers: [WorkerHandle] = []
  private var findings: FindingStore
  private var triage: CrashTriage
  private var cost = CostTally()
  private var share = ShrinkShare()
  private var budget: ProcessorBudget
  private var shrinking: ShrinkQueues
  private var stateStore: StateStore
  private var memory: MemoryScale
  private var progress: ProgressTally
  private var replays: ScheduleReplays
  private var outcomes: OutcomeTally
  private var primitives: PrimitiveShrinkQueue
  private var halves = HalvedScripts()
  private var faults = 0
  private var cut: CampaignSummary.Cut?
  private let signals: Result<Int32, SystemError>
  private var stopMilliseconds: UInt64 = 0

  /// From here on SIGINT, SIGTERM and SIGHUP end the run in good order instead of the process.
  public init(
    plan: CampaignPlan, library: any LibraryUnderTest, reporter: any CampaignReporter
  ) {
    Descriptors.openStandard()
    signals = Result(catching: SignalPipe.install)
    self.plan = plan
    self.reporter = reporter
    libraryName = library.name
    let generator = ScenarioGenerator(library: library)
    primitives = PrimitiveShrinkQueue(plan: plan, library: library, reporter: reporter)
    scheduler = WorkScheduler(
      fileRaces: plan.files.map(\.races), primitiveFileRaces: plan.primitiveFiles.map(\.races),
      generatedIterations: plan.generatedIterations, engine: plan.engine,
      hasPrimitives: primitives.hasPrimitives && plan.racesPrimitives,
      surveyBatches: generator.aims.surveyBatches, resuming: plan.resumed,
      shard: plan.shard)
    stateStore = StateStore(plan: plan, reporter: reporter)
    memory = MemoryScale(megabytesMax: plan.memoryMegabytesMax)
    findings = FindingStore(plan: plan, reporter: reporter)
    triage = CrashTriage(plan: plan, library: library, generator: generator)
    budget = ProcessorBudget(jobs: plan.jobs, helpers: plan.helpers)
    // Two trials that explore take the place of one race.
    let lanes = plan.helpers > 0 ? budget.childrenMax : 1
    shrinking = ShrinkQueues(plan: plan, library: library, lanes: lanes)
    outcomes = OutcomeTally(plan: plan, generator: generator)
    progress = ProgressTally(plan: plan)
    replays = ScheduleReplays(plan: plan, reporter: reporter)
    if let order = plan.shrinkFirst {
      findings.adopt(order)
      _ = shrinking.scenarios.take(order.finding, index: 0, lock: order.lock)
    }
    if let order = plan.shrinkPrimitiveFirst {
      primitives.adopt(order)
      _ = shrinking.primitives.take(order.finding, index: 0, lock: order.lock)
    }
  }

  /// Runs to the end of the plan, of its time, or until SIGINT or SIGTERM; always returns.
  public func run() -> CampaignSummary {
    progress.start()
    do {
      _ = try signals.get()
      for _ in 0..<plan.jobs where cut == nil { try startWorker() }
    } catch {
      stop(CampaignSummary.Cut(error))
    }
    while !workers.isEmpty {
      waitForNews()
      for worker in workers { hear(worker) }
      for worker in workers { bury(worker) }
      superviseTime()
      settleShrinking()
      for worker in workers where worker.takesWork { feed(worker) }
      callHelper()
      keepState(isDue: false)
      reportProgress()
    }
    keepState(isDue: true)
    gatherProgress(now: MonotonicClock.milliseconds())
    let due = scheduler.enginesDue
    return CampaignSummary(
      progress: progress.progress, findings: findings.findings,
      primitiveFindings: primitives.findings,
      findingsUnlisted: findings.unlisted,
      replays: replays.notes, coverage: outcomes.coverage, outcomes: outcomes.outcomes,
      deaths: triage.deaths, faults: faults, hadRaces: due.contains(.stress),
      hadSchedules: due.contains(.explore), cut: cut)
  }

  // MARK: Work

  private func startWorker() throws(SystemError) {
    let worker = try WorkerHandle(seed: plan.seed, hangSeconds: plan.hangSeconds)
    workers.append(worker)
    feed(worker)
  }

  /// Another child, while there is work for one processor and none that waits for it. It may be missing: a run whose machine
  /// has nothing left for it goes on without.
  private func callHelper() {
    let isRoom = cut == nil && workers.count < budget.childrenMax && freeProcessors > 0
    guard isRoom, !workers.contains(where: { $0.unit == nil }), hasWork(for: freeProcessors) else {
      return
    }
    do { try startWorker() } catch { budget.settle(for: workers.count) }
  }

  /// What keeps processors busy.
  private var unitsAtWork: [WorkUnit] { workers.filter { !$0.isStuck }.compactMap(\.unit) }
  private var freeProcessors: Int { budget.free(beside: unitsAtWork) }

  /// Whether there is something to do that takes no more than that.
  private func hasWork(for processors: Int) -> Bool {
    if let demand = shrinking.demand, budget.processors(of: demand.engine) <= processors {
      return true
    }
    guard !isEnding else { return false }
    if let next = nextEngine, budget.processors(of: next) <= processors { return true }
    return scheduler.hasExploring && budget.mayExploreAhead(beside: unitsAtWork)
  }

  /// Gives a waiting child its next unit, or the message that there is none. What comes first and has no room yet is waited
  /// for, beside what may be explored meanwhile.
  private func feed(_ worker: WorkerHandle) {
    guard cut == nil else { return }
    let isRacesTurn = share.isUsedUp && hasRaces
    guard !isRacesTurn, let demand = shrinking.demand else {
      if !startRaces(worker), !shrinking.isBusy { worker.retire() }
      return
    }
    guard budget.processors(of: demand.engine) <= freeProcessors else {
      return startExploring(worker)
    }
    if demand.needsFreshChild, worker.unitsDone > 0 {
      // One that ends makes room for a fresh one.
      if !workers.contains(where: \.isRetired) { worker.retire() }
      return
    }
    // A child that is gone is met as such when it is buried, and its unit given back there.
    guard
      let trial = shrinking.nextTrial(
        number: scheduler.drawNumber(), now: MonotonicClock.milliseconds())
    else { return }
    _ = worker.start(
      trial.unit, scenario: trial.scenario, script: trial.program.map(script),
      memory: plan.memory)
  }

  /// Whether anything but trials is left to assign.
  private var hasRaces: Bool { !isEnding && nextEngine != nil }

  /// What the next work beside trials is done by; nil when all is assigned.
  private var nextEngine: WorkEngine? { halves.isEmpty ? scheduler.nextEngine : .stress }

  /// Gives a waiting child the next races, if any are left and there is room for them.
  private func startRaces(_ worker: WorkerHandle) -> Bool {
    guard !isEnding, let next = nextEngine else { return false }
    guard budget.processors(of: next) <= freeProcessors else {
      startExploring(worker)
      return true
    }
    if let half = halves.next(number: scheduler.drawNumber()) {
      return worker.start(
        half.unit, scenario: nil, script: script(half.program), memory: plan.memory)
    }
    while let unit = scheduler.nextUnit(batchesMax: worker.batchesWanted) {
      guard unit.source == .primitives else { return start(unit, worker) }
      // What is known to end a process, and nothing else, is left out most of the time.
      let program = primitives.program(of: unit)
      guard
        let rest = cost.rest(
          of: program, turn: unit.firstBatch, workedMilliseconds: workedMilliseconds)
      else { continue }
      return start(unit, worker, script: rest == program ? nil : rest)
    }
    return false
  }

  /// Gives a child that waits for room something to explore, if there is any.
  private func startExploring(_ worker: WorkerHandle) {
    guard !isEnding, budget.mayExploreAhead(beside: unitsAtWork) else { return }
    _ = start(scheduler.nextExplored(), worker)
  }

  /// - Parameter program: of primitives that take their turn.
  private func start(
    _ unit: WorkUnit?, _ worker: WorkerHandle, script program: PrimitiveProgram? = nil
  ) -> Bool {
    guard var unit else { return false }
    unit.reportsOutcomes = plan.gradesOutcomes
    let strategy = unit.engine == .explore ? plan.strategy.name : nil
    _ = worker.start(
      unit, scenario: plan.file(of: unit)?.scenario,
      script: (program ?? plan.primitiveFile(of: unit)).map(script),
      schedule: plan.schedule(of: unit),
      strategy: strategy, memory: plan.memory, avoidance: avoidance)
    return true
  }

  /// What children leave out now of what they draw.
  private var avoidance: Avoidance {
    cost.avoidance(
      of: findings.findings, known: plan.known, workedMilliseconds: workedMilliseconds)
  }

  private var workedMilliseconds: UInt64 {
    progress.elapsedMilliseconds(now: MonotonicClock.milliseconds()) * UInt64(plan.jobs)
  }

  private func script(_ program: PrimitiveProgram) -> PrimitiveFile {
    PrimitiveFile(library: libraryName, program)
  }

  /// The first finding ends the run as soon as it is shrunk.
  private var isEnding: Bool {
    plan.failsFast && !(findings.findings.isEmpty && primitives.findings.isEmpty)
  }

  /// Keeps and reports what has been shrunk.
  private func settleShrinking() {
    while let ended = shrinking.scenarios.takeEnded(now: MonotonicClock.milliseconds()) {
      for finding in findings.settle(ended) { record(finding, unit: nil) }
    }
    while let ended = shrinking.primitives.takeEnded(now: MonotonicClock.milliseconds()) {
      primitives.settle(ended)
    }
    if isEnding, !shrinking.isBusy { stop(.firstFinding) }
  }

  // MARK: News

  private func waitForNews() {
    guard case .success(let signals) = signals else { return }
    guard NewsPoll.wait(for: workers, signals: signals) else { return }
    // The second signal of an impatient person does not wait for children.
    if cut != nil { for worker in workers { worker.kill(.stopping, signal: SIGKILL) } }
    stop(.interrupted)
  }

  /// Takes in what a child has said.
  private func hear(_ worker: WorkerHandle) {
    worker.takeErrors()
    for message in worker.takeMessages() {
      switch message.kind {
      case .unit: break
      case .done:
        progress.add(skipped: message.fields.number("skipped") ?? 0)
        if let number = message.fields.number("number") { finish(worker, number) }
        if message.fields["last"] != nil { worker.retire() }
      case .replayed: replays.heard(message, of: worker.unit)
      case .outcomes: if let unit = worker.unit { outcomes.heard(message.fields, of: unit) }
      case .again:
        if let text = message.fields["fingerprint"] {
          findings.repeated(FindingFingerprint(text: text))
        }
      case .finding:
        guard let finding = FindingCodec.finding(message.fields) else { break }
        if let unit = worker.unit, unit.isTrial {
          shrinking.scenarios.heard(finding, in: unit)
        } else {
          record(finding, unit: worker.unit)
        }
      case .primitive:
        guard let text = message.fields["message"],
          let invariant = message.fields["invariant"].flatMap(InvariantName.init(rawValue:))
        else { break }
        let part = message.fields["script"].flatMap { try? PrimitiveCodec.parse($0) }
        record(
          invariant, text, ofPrimitiveBy: worker, part: part?.program,
          races: message.fields.number("races") ?? 1)
      case .hang: worker.hang = FindingCodec.finding(message.fields)
      case .unfit:
        stop(.internalError(message.fields["message"] ?? "a scenario cannot be raced"))
      }
    }
  }

  private func finish(_ worker: WorkerHandle, _ number: UInt64) {
    guard let unit = worker.unit, unit.number == number else { return }
    noteShare(of: worker)
    worker.finish(unit: number)
    if unit.isTrial {
      shrinking.ended(unit)
    } else if unit.racesPrimitive {
      progress.addPrimitiveScript()
    }
  }

  /// A child is done with the piece of work it has, or has ended in it.
  private func noteShare(of worker: WorkerHandle) {
    guard let unit = worker.unit else { return }
    share.add(spent(by: worker, on: unit), on: unit, in: plan.engine)
  }

  private func spent(by worker: WorkerHandle, on unit: WorkUnit) -> UInt64 {
    budget.asRaces(
      worker.milliseconds(now: MonotonicClock.milliseconds()), of: unit.engine)
  }

  /// - Parameters:
  ///   - part: of the script, which shows it by itself.
  ///   - races: of that script, until it was seen.
  /// - Returns: whether it is news.
  @discardableResult
  private func record(
    _ invariant: InvariantName, _ message: String, ofPrimitiveBy worker: WorkerHandle,
    part: PrimitiveProgram? = nil, races: UInt64, details: String = ""
  ) -> Bool {
    guard let unit = worker.unit, unit.racesPrimitive else { return false }
    var found = primitives.found(
      invariant, message, in: unit, script: worker.script, part: part)
    found.races = races
    found.details = details.split(whereSeparator: \.isNewline).map(String.init)
    if unit.isTrial {
      shrinking.primitives.heard(found, in: unit)
      return false
    }
    if case .primitiveFile = unit.source { scheduler.drop(file: unit.source) }
    let mayShrink = cut == nil && !isEnding && !found.program.isSmallest
    let isNew = primitives.take(found, of: unit) { index in
      mayShrink && shrinking.primitives.take(found, index: index, lock: found.fingerprint)
    }
    guard isNew else { return false }
    keepState(isDue: true)
    if isEnding { retireRacers() }
    return primitives.findings.last?.isKnown == false
  }

  /// Nobody begins anything new; a child that is in the middle of a unit stops after its batch.
  private func retireRacers() {
    for worker in workers where worker.unit?.isTrial != true { worker.retire() }
  }

  /// Whether it is news.
  @discardableResult
  private func record(_ finding: Finding, unit: WorkUnit?) -> Bool {
    var file: Int?
    if case .file(let index) = unit?.source {
      file = index
      scheduler.drop(file: .file(index))
    }
    let mayShrink = cut == nil && !isEnding
    let isNews = findings.record(finding, file: file) { index in
      mayShrink
        && shrinking.scenarios.take(finding, index: index, lock: FindingFingerprint(finding))
    }
    keepState(isDue: true)
    if isEnding { retireRacers() }
    return isNews
  }

  // MARK: Ends

  /// Settles what a child that has ended leaves behind, and starts another one in its place.
  private func bury(_ worker: WorkerHandle) {
    guard worker.process.reap() != nil else { return }
    // Its last words may have come between the last reading and its end.
    hear(worker)
    workers.removeAll { $0 === worker }
    progress.add(worker)
    noteShare(of: worker)
    let program =
      worker.script
      ?? worker.unit.flatMap { $0.racesPrimitive ? primitives.program(of: $0) : nil }
    let verdict = triage.examine(
      worker, program: program, isSpare: workers.count >= plan.jobs, stopping: cut != nil)
    if verdict.isTooMany { budget.settle(for: plan.jobs) }
    if worker.garbageBytes > 0 {
      reporter.note("a worker sent \(worker.garbageBytes) bytes that are no message; ignored")
    }
    if let note = verdict.note { reporter.note(note) }
    if let fault = verdict.fault {
      faults += 1
      reporter.note("internal error: \(fault)")
    }
    if let unit = worker.unit, unit.racesPrimitive {
      if let finding = verdict.finding {
        let isNews = record(
          finding.invariant, finding.message, ofPrimitiveBy: worker, part: verdict.culprit,
          races: (finding.iteration ?? 0) + 1, details: finding.details)
        if !unit.isTrial {
          cost.add(
            verdict.culprit ?? program, isNew: isNews, milliseconds: spent(by: worker, on: unit))
        }
        halves.add(partsOf: program, verdict.split, in: unit)
      }
      if unit.isTrial { shrinking.primitives.ended(unit, isVoid: verdict.isVoid) }
    } else if let unit = worker.unit, unit.isTrial {
      shrinking.scenarios.ended(unit, by: verdict.finding, isVoid: verdict.isVoid)
    } else {
      if verdict.finding != nil { replays.ended(worker) }
      if let race = verdict.race { record(race, unit: worker.unit) }
      if let finding = verdict.finding {
        let isNews = record(finding, unit: worker.unit)
        if let unit = worker.unit {
          cost.add(
            FindingFingerprint(finding), isNew: isNews,
            milliseconds: spent(by: worker, on: unit))
        }
      }
    }
    if let rest = verdict.rest { scheduler.giveBack(rest) }
    if worker.unit?.engine == .explore, !(worker.unit?.isTrial ?? true), verdict.finding != nil {
      // The schedules before the one that ended the process were run, and that one was, too.
      progress.add(schedules: worker.journal.position.iteration + 1)
    } else if worker.unit?.racesPrimitive != true {
      progress.add(skipped: verdict.skipped)
    }
    if let reason = verdict.cut { stop(reason) }
    if hasRaces || shrinking.isBusy { replaceWorker() }
  }

  /// Starts a child in the place of one that has ended.
  private func replaceWorker() {
    guard cut == nil, workers.count < budget.childrenMax else { return }
    do {
      try startWorker()
    } catch {
      if workers.count < plan.jobs { return stop(CampaignSummary.Cut(error)) }
      budget.settle(for: workers.count)
    }
  }

  // MARK: Time

  private func superviseTime() {
    let now = MonotonicClock.milliseconds()
    if reporter.isClosed { stop(.outputClosed) }
    if let budget = plan.timeMilliseconds, progress.elapsedMilliseconds(now: now) >= budget {
      stop(.timeIsUp)
    }
    let overdue = cut != nil && CampaignLimits.isOverdue(now: now, stopped: stopMilliseconds)
    for worker in workers {
      if overdue { worker.kill(.stopping, signal: SIGKILL) }
      if let reason = triage.condemn(worker, now: now) { worker.kill(reason, signal: SIGKILL) }
    }
    if cut == nil { progress.add(memoryRestarts: memory.weigh(workers, now: now)) }
  }

  /// Keeps how far the run has come, if that was last done long enough ago or something is to be kept at once.
  private func keepState(isDue: Bool) {
    stateStore.keep(now: MonotonicClock.milliseconds(), isDue: isDue) {
      let outstanding = workers.compactMap { worker in
        worker.unit.flatMap { triage.unitRest(worker, $0) }
      }
      return scheduler.state(library: libraryName, seed: plan.seed, outstanding: outstanding)
    }
  }

  /// Lets the children finish their batches; the first reason is the one that counts.
  private func stop(_ reason: CampaignSummary.Cut) {
    guard cut == nil else { return }
    cut = reason
    stopMilliseconds = MonotonicClock.milliseconds()
    for ended in shrinking.scenarios.abandon(now: stopMilliseconds) { _ = findings.settle(ended) }
    for ended in shrinking.primitives.abandon(now: stopMilliseconds) { primitives.settle(ended) }
    for worker in workers { worker.process.closeWork() }
  }

  private func gatherProgress(now: UInt64) {
    progress.gather(
      workers, findings: findings.findings.count + primitives.findings.count,
      knownMilliseconds: cost.spentMilliseconds / UInt64(plan.jobs),
      met: outcomes.coverage.map {
        CampaignProgress.Met(places: UInt64($0.outcomes.count), outcomes: $0.kinds)
      }, shrinking: shrinking.words(now: now), now: now)
  }

  private func reportProgress() {
    let now = MonotonicClock.milliseconds()
    guard progress.isReportDue(now: now) else { return }
    gatherProgress(now: now)
    reporter.progressed(progress.progress)
  }
}
