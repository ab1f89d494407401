#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Decides what the end of a child means: a finding, an accident, or a fault of the tool itself.
struct CrashTriage {
  private let plan: CampaignPlan
  private let library: any LibraryUnderTest
  private let generator: ScenarioGenerator
  /// Children that did not end in good order.
  private(set) var deaths = 0
  private var hangs = 0
  private var faults = 0
  private var fruitlessDeaths = 0
  private var fruitlessCrashes = 0
  private var killedAt: Place?

  init(plan: CampaignPlan, library: any LibraryUnderTest) {
    self.plan = plan
    self.library = library
    generator = ScenarioGenerator(library: library)
  }

  /// What follows from an end.
  struct Verdict {
    var finding: Finding?
    /// What the tool itself did wrong, in one line: no fault of the library.
    var fault: String?
    /// A data race that ThreadSanitizer had reported before the process died of something else.
    var race: Finding?
    /// Something a person should know, in one line.
    var note: String?
    /// Work that the child did not get to.
    var rest: WorkUnit?
    /// Iterations that nobody will race.
    var skipped: UInt64 = 0
    /// Why the run cannot go on.
    var cut: CampaignSummary.Cut?
  }

  /// A batch of a source.
  private struct Place: Equatable {
    var source: WorkUnit.Source
    var batch: UInt64
  }

  /// Whether a living child must be killed, and why.
  func condemn(_ worker: WorkerHandle, now: UInt64) -> WorkerHandle.Killing? {
    let still = worker.stillMilliseconds(now: now)
    // The child's own watchdog comes first, also where it has given a slow run as much time again.
    let seconds =
      plan.hangSeconds * (1 + CampaignLimits.hangGrantsMax) + CampaignLimits.hangGraceSeconds
    let bound = seconds * 1_000
    if still >= UInt64(bound) { return .noProgress }
    // A process that has trapped can hang on its way out, for instance under ThreadSanitizer.
    if still >= CampaignLimits.crashedMilliseconds, hasCrashed(worker) { return .crashedWithoutEnd }
    return nil
  }

  /// The verdict on a child that has ended.
  /// - Parameters:
  ///   - program: the script of a primitive that its unit races, if it races one.
  ///   - stopping: the run ends anyway, so that a child without more work is no surprise.
  mutating func examine(
    _ worker: WorkerHandle, program: PrimitiveProgram? = nil, stopping: Bool
  ) -> Verdict {
    guard let ending = worker.process.ending, worker.killing != .stopping else { return Verdict() }
    if ending == .exited(WorkerExit.done), stopping || worker.unit == nil { return Verdict() }
    if ending == .exited(WorkerExit.done), !worker.process.takesWork, let unit = worker.unit {
      return Verdict(rest: unitRest(worker, unit))
    }
    if ending == .exited(WorkerExit.misuse) {
      return Verdict(cut: .internalError("a worker process could not start: \(lastWords(worker))"))
    }
    if worker.killing == .memory { return tooLarge(worker) }
    if let unit = worker.unit, unit.isTrial { return endOfTrial(worker, unit, program, ending) }
    deaths += 1
    guard let unit = worker.unit, let batch = batchAtHand(worker, unit) else {
      return withoutRace(worker, ending)
    }
    if isKilledFromOutside(worker, ending) { return killed(unit, batch, ending) }
    if isOwnFault(worker, unit, batch, program) {
      return ownFault(worker, unit, batch, program, ending)
    }
    var verdict = Verdict(rest: unit.rest(after: batch))
    verdict.skipped = unit.iterations(ofBatch: batch)
    if ending == .exited(WorkerExit.hung) || worker.killing == .noProgress {
      verdict.finding = hang(worker, unit, batch)
      hangs += 1
      if hangs >= CampaignLimits.hangsMax {
        verdict.cut = .givenUp("\(hangs) worker processes hung")
      }
    } else {
      verdict.finding = crash(worker, unit, batch, ending)
      verdict.race = raceBeforeTheEnd(worker, unit, batch)
    }
    if let finding = verdict.finding, !library.promises.contains(finding.invariant) {
      verdict.finding = nil
      verdict.note =
        "\(finding.invariant.rawValue) \(finding.message): not promised by \(library.name)"
    }
    fruitlessDeaths = 0
    fruitlessCrashes = worker.journal.counters.hasDoneNothing ? fruitlessCrashes + 1 : 0
    if fruitlessCrashes >= CampaignLimits.fruitlessCrashesMax {
      verdict.cut = .givenUp(
        "\(fruitlessCrashes) worker processes in a row died in the first batch they raced")
    }
    return verdict
  }

  // MARK: Kinds of ends

  /// The end of a child that raced a candidate of the shrinker: an outcome of that, and no finding.
  private func endOfTrial(
    _ worker: WorkerHandle, _ unit: WorkUnit, _ program: PrimitiveProgram?,
    _ ending: ChildProcess.Ending
  ) -> Verdict {
    guard let batch = batchAtHand(worker, unit), !isKilledFromOutside(worker, ending) else {
      return Verdict()
    }
    if isOwnFault(worker, unit, batch, program) {
      return Verdict(fault: faultWords(worker, unit, batch, program, ending))
    }
    let isHang = ending == .exited(WorkerExit.hung) || worker.killing == .noProgress
    let finding = isHang ? hang(worker, unit, batch) : crash(worker, unit, batch, ending)
    return Verdict(finding: library.promises.contains(finding.invariant) ? finding : nil)
  }

  /// The batch that the child was about, or nil when it was about none or its journal is nonsense.
  private func batchAtHand(_ worker: WorkerHandle, _ unit: WorkUnit) -> UInt64? {
    let position = worker.journal.position
    guard position.phase.hasBatch, position.unit == unit.number,
      unit.batches.contains(position.batch)
    else { return nil }
    return position.batch
  }

  /// What a child that was told to retire has not got to.
  func unitRest(_ worker: WorkerHandle, _ unit: WorkUnit) -> WorkUnit? {
    guard !unit.isTrial else { return nil }
    let position = worker.journal.position
    guard position.unit == unit.number, unit.batches.contains(position.batch) else { return unit }
    return position.phase == .waiting
      ? unit.rest(after: position.batch) : unit.rest(from: position.batch)
  }

  /// It took so much memory in one batch that it could not be left to finish it.
  private mutating func tooLarge(_ worker: WorkerHandle) -> Verdict {
    deaths += 1
    guard let unit = worker.unit, !unit.isTrial, let batch = batchAtHand(worker, unit) else {
      return Verdict(rest: worker.unit.flatMap { unitRest(worker, $0) })
    }
    return Verdict(
      note: "a worker process was killed in batch \(batch), which takes more than "
        + "\(CampaignLimits.memoryFactorMax) times the memory that is allowed; it is skipped",
      rest: unit.rest(after: batch), skipped: unit.iterations(ofBatch: batch))
  }

  /// It died before, between or after races: nothing of the library was running that could be blamed.
  private mutating func withoutRace(
    _ worker: WorkerHandle, _ ending: ChildProcess.Ending
  ) -> Verdict {
    fruitlessDeaths += 1
    var verdict = Verdict(rest: worker.unit)
    let how = "a worker process \(words(ending)) while it was \(worker.journal.position.phase)"
    verdict.note = "\(how); its work is assigned again"
    if fruitlessDeaths >= CampaignLimits.fruitlessDeathsMax {
      verdict.cut = .internalError(
        "\(fruitlessDeaths) worker processes in a row ended without racing; the last one "
          + "\(words(ending)): \(lastWords(worker))")
    }
    return verdict
  }

  // MARK: Faults of the tool itself

  /// Whether the child was drawing or judging, so that nothing of the library ran: but for what it had left to real
  /// queues and timers, where the site of a trap must tell. A heap that is found broken was broken before, by what ran.
  private func isOwnFault(
    _ worker: WorkerHandle, _ unit: WorkUnit, _ batch: UInt64, _ program: PrimitiveProgram?
  ) -> Bool {
    switch worker.journal.position.phase {
    case .starting, .waiting, .racing: return false
    case .generating: return true
    case .judging:
      if CrashText(worker.errorText).foundBrokenHeap { return false }
      let leavesWork =
        program?.isAsynchronous ?? ScenarioFacts(scenario(worker, unit, batch)).isAsynchronous
      guard leavesWork else { return true }
      let end = ProcessEnd(errorText: worker.errorText)
      return CrashClassifier.verdict(on: end)?.site.hasPrefix("RxFuzzKit/") ?? false
    }
  }

  /// Counts it; the run goes on behind that batch until too many such deaths show that it leads nowhere.
  private mutating func ownFault(
    _ worker: WorkerHandle, _ unit: WorkUnit, _ batch: UInt64, _ program: PrimitiveProgram?,
    _ ending: ChildProcess.Ending
  ) -> Verdict {
    faults += 1
    var verdict = Verdict(
      fault: faultWords(worker, unit, batch, program, ending), rest: unit.rest(after: batch),
      skipped: unit.iterations(ofBatch: batch))
    if faults >= CampaignLimits.faultsMax {
      verdict.cut = .internalError("\(faults) worker processes ended by faults of the tool itself")
    }
    return verdict
  }

  private func faultWords(
    _ worker: WorkerHandle, _ unit: WorkUnit, _ batch: UInt64, _ program: PrimitiveProgram?,
    _ ending: ChildProcess.Ending
  ) -> String {
    let position = worker.journal.position
    let isHang = ending == .exited(WorkerExit.hung) || worker.killing == .noProgress
    let how = isHang ? "no end of it" : lastWords(worker)
    if let program { return "\(how), while a primitive was judged: \(program)" }
    let iteration = unit.firstIteration(ofBatch: batch) + position.iteration
    if position.phase == .generating, worker.scenario == nil {
      return "\(how), while batch \(batch) of seed \(plan.seed) was drawn"
    }
    let text = ScenarioCodec.print(scenario(worker, unit, batch))
      .split(whereSeparator: \.isNewline).dropFirst().joined(separator: "; ")
    let words = text.split(separator: " ").joined(separator: " ")
    return "\(how), while iteration \(iteration) of seed \(plan.seed) was judged: \(words)"
  }

  private func scenario(_ worker: WorkerHandle, _ unit: WorkUnit, _ batch: UInt64) -> Scenario {
    worker.scenario ?? generator.scenario(seed: plan.seed, batch: batch)
  }

  private func isKilledFromOutside(_ worker: WorkerHandle, _ ending: ChildProcess.Ending) -> Bool {
    worker.killing == nil && (ending == .signalled(SIGKILL) || ending == .signalled(SIGTERM))
  }

  /// Somebody else killed it: no fault of the scenario, which is raced again, once.
  private mutating func killed(
    _ unit: WorkUnit, _ batch: UInt64, _ ending: ChildProcess.Ending
  ) -> Verdict {
    let place = Place(source: unit.source, batch: batch)
    defer { killedAt = place }
    let what = "a worker process \(words(ending)) from outside in batch \(batch)"
    guard killedAt == place else {
      return Verdict(note: "\(what); its work is assigned again", rest: unit.rest(from: batch))
    }
    return Verdict(
      note: "\(what), twice; the batch is skipped", rest: unit.rest(after: batch),
      skipped: unit.iterations(ofBatch: batch))
  }

  /// What the child said of its hang, with the backtraces that it left on standard error.
  private func hang(_ worker: WorkerHandle, _ unit: WorkUnit, _ batch: UInt64) -> Finding {
    if var reported = worker.hang {
      reported.details = worker.errorText
      reported.placed(in: unit, batch: batch, seed: plan.seed)
      return reported
    }
    // A task under control that waits for what is not controlled, such as a lock of the kernel's own.
    let message =
      unit.engine == .explore
      ? "no progress under explore" : "no progress, and the process did not answer"
    return finding(.live1, message, worker, unit, batch)
  }

  private func crash(
    _ worker: WorkerHandle, _ unit: WorkUnit, _ batch: UInt64, _ ending: ChildProcess.Ending
  ) -> Finding {
    var signal: Int32?
    if case .signalled(let number) = ending { signal = number }
    let end = ProcessEnd(
      errorText: worker.errorText, signal: worker.killing == nil ? signal : nil,
      doubleSetMessages: library.doubleSetMessages)
    let verdict =
      CrashClassifier.verdict(on: end)
      ?? CrashClassifier.Verdict(
        invariant: .crash1, message: "the process \(words(ending))", site: "")
    let message =
      verdict.site.isEmpty ? verdict.message : "\(verdict.message) (\(verdict.site))"
    return finding(verdict.invariant, message, worker, unit, batch)
  }

  /// What ThreadSanitizer reported last. The child tells its reports after each batch, which it did not live to
  /// do for this one; a report of an earlier batch is known by its message.
  private func raceBeforeTheEnd(
    _ worker: WorkerHandle, _ unit: WorkUnit, _ batch: UInt64
  ) -> Finding? {
    guard let race = CrashText(worker.errorText).lastRace, library.promises.contains(race.invariant)
    else { return nil }
    return finding(race.invariant, race.message, worker, unit, batch)
  }

  private func finding(
    _ invariant: InvariantName, _ message: String, _ worker: WorkerHandle, _ unit: WorkUnit,
    _ batch: UInt64
  ) -> Finding {
    var finding = Finding(
      invariant: invariant, message: message,
      scenario: scenario(worker, unit, batch),
      details: worker.errorText)
    finding.iteration = worker.journal.position.iteration
    if unit.engine == .explore {
      finding.schedule = worker.journal.schedule.schedule(
        strategy: plan.strategy.name, seed: plan.seed)
    }
    finding.placed(in: unit, batch: batch, seed: plan.seed)
    return finding
  }

  private func hasCrashed(_ worker: WorkerHandle) -> Bool {
    let end = ProcessEnd(
      errorText: worker.errorText, doubleSetMessages: library.doubleSetMessages)
    guard let verdict = CrashClassifier.verdict(on: end) else { return false }
    return verdict.invariant != .race1
  }

  // MARK: Words

  private func words(_ ending: ChildProcess.Ending) -> String {
    switch ending {
    case .exited(let status): "ended itself with status \(status)"
    case .signalled(let number): "was \(Signals.words(number))"
    }
  }

  /// What it died of, in its own words.
  private func lastWords(_ worker: WorkerHandle) -> String {
    if let verdict = CrashClassifier.verdict(on: ProcessEnd(errorText: worker.errorText)) {
      return verdict.message
    }
    let lines = worker.errorText.split(whereSeparator: \.isNewline)
    return lines.last.map(String.init) ?? "it said nothing"
  }
}
