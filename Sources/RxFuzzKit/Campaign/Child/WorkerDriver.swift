import ScheduleKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The child's side of a campaign: takes units from standard input, races them, reports what it found.
///
/// Its standard output carries messages only; what the library prints there goes to nowhere.
public final class WorkerDriver {
  /// The hidden subcommand under which an executable becomes a worker.
  public static let subcommand = WorkerArguments.subcommand

  private let library: any LibraryUnderTest
  private let seed: UInt64
  private let generator: ScenarioGenerator
  private let engine: StressEngine
  private let journal: Journal
  private let writer: MessageWriter
  private let watchdog: WatchdogDriver
  private let explorer: ExploreDriver
  private let primitives: PrimitiveTable
  /// Exploring has left threads behind: another process goes on.
  private var isSpent = false
  private var decoder = Message.Decoder()
  /// What was reported whole: of each fingerprint, in graphs of which operators.
  private var reported: [FindingFingerprint: Set<Set<String>>] = [:]
  private var outcomes = UnitOutcomes()
  private var batchCounts = BatchCounts()
  /// What the unit at hand leaves out, and how much that has been.
  private var avoidance = Avoidance()
  private var skipped: UInt64 = 0
  private var gaveBackMilliseconds = MonotonicClock.milliseconds()

  /// Works until the parent closes standard input; returns the exit code.
  /// - `arguments`: those after the subcommand's name.
  public static func run(library: any LibraryUnderTest, arguments: [String]) -> Int32 {
    guard let start = WorkerArguments(behindSubcommand: arguments),
      let journal = Journal(descriptor: ChildProcess.sharedDescriptor)
    else {
      _ = Descriptors.writeAll(
        Array("\(subcommand) is started by the tool itself, not by hand\n".utf8), to: STDERR_FILENO)
      return WorkerExit.misuse
    }
    guard let messages = takeOverStandardOutput() else {
      journal.exhaustion = .descriptors
      return WorkerExit.exhausted
    }
    let worker = WorkerDriver(
      library: library, seed: start.seed, hangSeconds: start.hangSeconds, journal: journal,
      messages: messages)
    return worker.work()
  }

  private init(
    library: any LibraryUnderTest, seed: UInt64, hangSeconds: Int, journal: Journal,
    messages: Int32
  ) {
    self.library = library
    self.seed = seed
    self.journal = journal
    generator = ScenarioGenerator(library: library)
    engine = StressEngine(library: library) { phase in
      journal.enter(phase == .judging ? .judging : .racing)
    }
    explorer = ExploreDriver(library: library, journal: journal)
    primitives = PrimitiveTable(library: library)
    writer = MessageWriter(descriptor: messages)
    watchdog = WatchdogDriver(
      journal: journal, workDescriptor: STDIN_FILENO, hangSeconds: hangSeconds)
  }

  /// Keeps the message pipe under another number and points standard output at nothing; nil where no number is left.
  private static func takeOverStandardOutput() -> Int32? {
    guard let messages = try? Descriptors.lift(dup(STDOUT_FILENO)) else { return nil }
    let nowhere = open("/dev/null", O_WRONLY)
    guard nowhere >= 0 else { return nil }
    dup2(nowhere, STDOUT_FILENO)
    close(nowhere)
    return messages
  }

  private func work() -> Int32 {
    ProcessMemory.limitHeaps(CampaignLimits.heapsOfCore * Processor.coreCount)
    // A crash is an outcome here; a dump of each would fill the disk.
    var noDump = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noDump)
    #else
      setrlimit(RLIMIT_CORE, &noDump)
    #endif
    journal.watchMemory()
    if let missing = Exhaustion.beforeRun() { return end(exhausted: missing) }
    let hangReporter = HangReporter(
      library: library, monitor: engine.monitor, writer: writer, journal: journal)
    let watches = watchdog.start(
      standing: { [racers = engine.monitor.racers] in racers.standing },
      onHang: { hangReporter.report(isAtWork: $0) })
    guard watches else { return end(exhausted: .threads) }
    journal.enter(.waiting)
    while !watchdog.stopRequested, let message = nextMessage() {
      guard let unit = WorkUnit(message) else { return WorkerExit.misuse }
      var scenario: Scenario?
      if let text = message.fields["scenario"] {
        guard let parsed = try? ScenarioCodec.parse(text) else { return WorkerExit.misuse }
        scenario = parsed
      }
      var program: PrimitiveProgram?
      if let text = message.fields["script"] {
        guard let file = try? PrimitiveCodec.parse(text) else { return WorkerExit.misuse }
        program = file.program
      }
      (avoidance, skipped) = (Avoidance(message.fields), 0)
      // A unit that was stopped is not done: the parent knows what is left of it.
      let isDone =
        unit.engine == .explore
        ? explore(unit, scenario: scenario, message.fields)
        : unit.racesPrimitive
          ? racePrimitives(unit, program: program) : race(unit, scenario: scenario)
      if let missing = Exhaustion.whileExploring() { return end(exhausted: missing) }
      guard isDone else { break }
      reportOutcomes(of: unit, scenario: scenario)
      var fields = FieldText()
      fields.add("number", unit.number)
      if skipped > 0 { fields.add("skipped", skipped) }
      if isSpent { fields.add("last", 1) }
      writer.send(Message(kind: .done, fields: fields))
      if isSpent { break }
      giveBackMemory()
    }
    return WorkerExit.done
  }

  /// Now and then, between units, while nobody races.
  private func giveBackMemory() {
    let now = MonotonicClock.milliseconds()
    guard now - gaveBackMilliseconds >= CampaignLimits.giveBackMilliseconds else { return }
    gaveBackMilliseconds = now
    ProcessMemory.giveBack()
  }

  private func end(exhausted: Exhaustion) -> Int32 {
    journal.exhaustion = exhausted
    return WorkerExit.exhausted
  }

  /// The next message of the parent, or nil when there will be none.
  private func nextMessage() -> Message? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      if let message = decoder.next() { return message }
      guard case .bytes(let bytes) = Descriptors.read(STDIN_FILENO, into: &buffer) else {
        return nil
      }
      decoder.append(bytes)
    }
  }

  /// Runs schedules of each scenario of the unit; says whether it got to the end.
  private func explore(
    _ unit: WorkUnit, scenario fixed: Scenario?, _ fields: FieldText
  ) -> Bool {
    let strategy =
      fields["strategy"].flatMap(StrategyTable.row(named:)) ?? StrategyTable.portfolio
    watchdog.allow(milliseconds: unit.isTrial ? ShrinkLimits.hangMilliseconds : nil)
    for part in parts(of: unit, isFixed: fixed != nil) {
      guard part.index > 0 || !watchdog.stopRequested else {
        batchCounts.settle(in: journal)
        journal.enter(.waiting)
        return false
      }
      let batch = part.batch
      begin(part, of: unit)
      journal.enter(.generating)
      let scenario = fixed ?? generator.scenario(seed: seed, batch: batch, part: part.index)
      if fixed == nil, avoidance.leavesOut(scenario, batch: batch) { continue }
      journal.enter(.racing)
      let result: ExploreDriver.Result
      do {
        result = try explorer.explore(
          scenario, saved: fields["schedule"], by: strategy,
          memory: fields["memory"].flatMap(MemoryModel.init(named:)) ?? .sequential,
          seed: jitterSeed(part), schedulesMax: Int(part.iterations),
          millisecondsMax: unit.isTrial
            ? CampaignLimits.exploredTrialMilliseconds : CampaignLimits.exploredMilliseconds,
          goesOn: { [watchdog] in !watchdog.stopRequested })
      } catch {
        reportUnfit(batch, "\(error)")
        continue
      }
      // Schedules were not judged for want of a stack or a thread: the batch is still to be explored.
      if Exhaustion.whileExploring() != nil { return false }
      if let fault = result.unrepeated { reportUnfit(batch, fault) }
      isSpent = isSpent || result.isSpent
      if unit.isTrial {
        if report(result.finding.map { [$0] } ?? [], of: unit, batch: batch) { break }
        continue
      }
      batchCounts.add {
        $0.add(
          schedules: result.schedules, undecided: result.undecided,
          microseconds: result.microseconds, pointCoverage: result.pointCoverage)
      }
      if let replay = result.replay {
        writer.send(Message(kind: .replayed, fields: replay.fields))
      }
      if var finding = result.finding {
        finding.iteration = part.firstIteration + (finding.iteration ?? 0)
        report(finding, unit: unit, batch: batch)
      }
    }
    batchCounts.settle(in: journal)
    journal.enter(.waiting)
    return true
  }

  /// Races a script of a primitive for each batch of the unit; says whether it got to the end.
  /// - Parameter program: of a file; nil where the batch says whose turn it is.
  private func racePrimitives(_ unit: WorkUnit, program fixed: PrimitiveProgram?) -> Bool {
    defer { journal.enter(.waiting) }
    allowRaces(of: unit)
    let race = PrimitiveRace(library: library, racers: engine.monitor.racers) { [journal] in
      journal.note(queue: $0, part: $1)
    }
    var raced = 0
    for batch in unit.batches {
      guard !watchdog.stopRequested else { return false }
      journal.begin(unit: unit.number, batch: batch)
      journal.enter(.generating)
      let program = fixed ?? primitives.program(ofTurn: batch, seed: seed)
      var (violations, races) = (explore(program, batch, in: unit).map { [$0] } ?? [], 0)
      if Exhaustion.whileExploring() != nil { return false }
      // What one check shows under control must not hide what others show.
      if violations.isEmpty || !unit.isTrial && !isSpent && program.isOfSeveral {
        let result = race.raceAll(
          program.script, iterations: Int(unit.iterations(ofBatch: batch)),
          seed: jitterSeed(batch)
        ) { phase in
          journal.enter(phase == .judging ? .judging : .racing)
          journal.pulse()
        }
        violations += result.violations
        races = result.races
      }
      raced += races
      if !unit.isTrial { journal.add(primitiveRaces: races) }
      // A script that has failed once has nothing more to say.
      if report(violations, of: program, races: UInt64(max(1, raced)), in: unit) { break }
    }
    return true
  }

  /// Reports what is wrong with a primitive, or in a trial the failure that it waits for; false where that was not seen.
  private func report(
    _ violations: [PrimitiveViolation], of program: PrimitiveProgram, races: UInt64,
    in unit: WorkUnit
  ) -> Bool {
    var isSeen = false
    for violation in violations {
      let failure = PrimitiveFailure(program, violation.invariant, violation.message)
      guard unit.lock?.covers(failure.fingerprint) ?? true else { continue }
      var fields = FieldText()
      fields.add("invariant", violation.invariant.rawValue)
      fields.add("message", violation.message)
      fields.add("races", races)
      if !unit.isTrial, let part = violation.part {
        fields.add("script", PrimitiveCodec.print(PrimitiveFile(library: library.name, part)))
      }
      writer.send(Message(kind: .primitive, fields: fields))
      isSeen = true
      if unit.isTrial { break }
    }
    return isSeen
  }

  /// What some schedules of a script show, where the unit asks for them: of a file at the beginning of each unit.
  private func explore(
    _ program: PrimitiveProgram, _ batch: UInt64, in unit: WorkUnit
  ) -> PrimitiveViolation? {
    guard unit.explores, unit.isTrial || batch == unit.firstBatch, ExploreEngine.isSupported,
      program.isControllable(in: library)
    else { return nil }
    journal.enter(.racing)
    let runner = PrimitiveRunner(program.script, library: library)
    let schedules = program.schedules(of: EngineChoice.schedulesOfPrimitive, in: library)
    let report = ScheduleHunt(runner, seed: jitterSeed(batch)).hunt(schedulesMax: schedules) {
      [journal, watchdog] _ in
      journal.pulse()
      return !watchdog.stopRequested
    }
    isSpent = isSpent || runner.stuckRuns > 0
    return report.failure.map { PrimitiveViolation($0.violation.invariant, $0.violation.message) }
  }

  /// Reports what the races of the unit came to.
  private func reportOutcomes(of unit: WorkUnit, scenario: Scenario?) {
    guard unit.engine == .stress, !unit.isTrial, !unit.racesPrimitive else { return }
    var sequential: SequentialOutcomes?
    if unit.reportsOutcomes, let scenario {
      // What makes a scenario unfit has been reported when it was raced.
      sequential = try? SequentialOutcomes(scenario, library: library)
    }
    let isGenerated = unit.source == .generated
    guard let fields = outcomes.fields(coverage: isGenerated, grading: sequential) else { return }
    writer.send(Message(kind: .outcomes, fields: fields))
  }

  /// Reports why the run cannot go on: one line.
  private func reportUnfit(_ batch: UInt64, _ reason: String) {
    var fields = FieldText()
    fields.add("message", "batch \(batch): \(reason)")
    writer.send(Message(kind: .unfit, fields: fields))
  }

  /// How long races of the unit may stand still: in a trial a hang is an outcome among others, and comes often.
  private func allowRaces(of unit: WorkUnit) {
    let milliseconds =
      unit.isTrial
      ? ShrinkLimits.hangMilliseconds
      : unit.racesPrimitive ? CampaignLimits.primitiveHangMilliseconds : nil
    watchdog.allow(milliseconds: milliseconds.map { $0 * UInt64(BuildKind.current.hangFactor) })
  }

  /// Says whether it got to the end.
  private func race(_ unit: WorkUnit, scenario fixed: Scenario?) -> Bool {
    let journal = journal
    allowRaces(of: unit)
    outcomes = UnitOutcomes()
    engine.collectsOutcomes = unit.reportsOutcomes
    guard !watchdog.stopRequested else { return false }
    journal.begin(unit: unit.number, batch: unit.firstBatch)
    journal.enter(.generating)
    defer { journal.enter(.waiting) }
    let parts = parts(of: unit, isFixed: fixed != nil)
    var ordered = 0
    var isDone = true
    defer { batchCounts.settle(in: journal) }
    engine.race {
      while ordered < parts.count {
        let part = parts[ordered]
        ordered += 1
        let scenario = fixed ?? generator.scenario(seed: seed, batch: part.batch, part: part.index)
        if fixed == nil, avoidance.leavesOut(scenario, batch: part.batch) {
          skipped += part.iterations
          continue
        }
        return RaceOrder(
          number: UInt64(ordered - 1), scenario: scenario, iterations: Int(part.iterations),
          seed: jitterSeed(part)
        ) { journal.begin(iteration: $0) }
      }
      return nil
    } began: { order in
      begin(parts[Int(order.number)], of: unit)
    } ended: { order, result in
      let goesOn = take(result, of: unit, parts[Int(order.number)])
      let following = Int(order.number) + 1
      // A batch that has begun is raced to its end.
      let stops =
        following < parts.count && parts[following].index == 0 && watchdog.stopRequested
      isDone = !goesOn || !stops
      return goesOn && !stops
    }
    return isDone
  }

  private func begin(_ part: BatchPart, of unit: WorkUnit) {
    if batchCounts.batch != part.batch { batchCounts.settle(in: journal) }
    batchCounts.batch = part.batch
    journal.begin(unit: unit.number, batch: part.batch, firstOfPart: part.firstIteration)
  }

  /// The parts of all batches of the unit, each with the iterations that it has there.
  private func parts(of unit: WorkUnit, isFixed: Bool) -> [BatchPart] {
    unit.batches.flatMap { batch -> [BatchPart] in
      let iterations = unit.iterations(ofBatch: batch)
      return isFixed
        ? [BatchPart(batch: batch, index: 0, firstIteration: 0, iterations: iterations)]
        : generator.parts(ofBatch: batch, iterations: iterations, evenly: unit.engine == .explore)
    }
  }

  /// Reports what came of a part of a batch; false where that is all there is to know of the unit.
  private func take(
    _ outcome: Result<BatchResult, PlanFailure>, of unit: WorkUnit, _ part: BatchPart
  ) -> Bool {
    let batch = part.batch
    var result: BatchResult
    switch outcome {
    case .success(let raced): result = raced
    case .failure(let failure):
      reportUnfit(batch, "\(failure)")
      return true
    }
    for place in result.findings.indices {
      let iteration = result.findings[place].iteration
      result.findings[place].iteration = iteration.map { part.firstIteration + $0 }
    }
    if unit.isTrial { return !report(result.findings, of: unit, batch: batch) }
    batchCounts.add { $0.add(result) }
    outcomes.add(result, of: part)
    for finding in result.findings { report(finding, unit: unit, batch: batch) }
    return true
  }

  /// Reports the failure that a trial waits for; false where it was not seen.
  private func report(
    _ findings: [Finding], of unit: WorkUnit, batch: UInt64
  ) -> Bool {
    let failure = findings.first { finding in
      library.promises.contains(finding.invariant)
        && unit.lock?.covers(FindingFingerprint(finding)) ?? true
    }
    guard var failure else { return false }
    failure.placed(in: unit, batch: batch, seed: seed)
    writer.send(Message(kind: .finding, fields: FindingCodec.fields(failure)))
    return true
  }

  /// Another stream of chance than the one that draws the batch's scenario.
  private func jitterSeed(_ batch: UInt64) -> UInt64 {
    var generator = SeededGenerator(seed: ~seed, stream: batch)
    return generator.next()
  }

  private func jitterSeed(_ part: BatchPart) -> UInt64 {
    jitterSeed(ScenarioGenerator.streamNumber(batch: part.batch, part: part.index))
  }

  /// - Parameter finding: its iteration counts within the batch.
  private func report(_ finding: Finding, unit: WorkUnit, batch: UInt64) {
    guard library.promises.contains(finding.invariant) else { return }
    let fingerprint = FindingFingerprint(finding)
    guard isNew(finding, fingerprint) else {
      var fields = FieldText()
      fields.add("fingerprint", fingerprint.description)
      writer.send(Message(kind: .again, fields: fields))
      return
    }
    var finding = finding
    finding.placed(in: unit, batch: batch, seed: seed)
    writer.send(Message(kind: .finding, fields: FindingCodec.fields(finding)))
  }

  /// Whether the parent could take it for another failure than those it has been sent.
  private func isNew(_ finding: Finding, _ fingerprint: FindingFingerprint) -> Bool {
    let operators =
      KnownFailure.namesSite(finding) ? [] : KnownFailure.operators(of: finding.scenario.chain)
    guard reported[fingerprint, default: []].count < CampaignLimits.reportsMax else { return false }
    return reported[fingerprint, default: []].insert(operators).inserted
  }
}
