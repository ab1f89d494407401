import ScheduleKit

/// Decides what the end of a child means: a finding, an accident, or a fault of the tool itself.
struct CrashTriage {
  private let plan: CampaignPlan
  private let library: any LibraryUnderTest
  private let generator: ScenarioGenerator
  private let crashPlaces = CrashPlaces()
  /// Children that did not end in good order.
  private(set) var deaths = 0
  private var faults = 0
  private var exhaustions = 0
  private var fruitlessDeaths = 0
  private var fruitlessCrashes = 0
  private var killedAt: Place?

  init(plan: CampaignPlan, library: any LibraryUnderTest, generator: ScenarioGenerator) {
    self.plan = plan
    self.library = library
    self.generator = generator
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
    /// Of a script about several things: those in whose middle it got nowhere, and the others.
    var split: (these: PrimitiveProgram, others: PrimitiveProgram)?
    /// The one of them that it must have been.
    var culprit: PrimitiveProgram? { split.flatMap { $0.these.isSmallest ? $0.these : nil } }
    /// A trial came to nothing, and says nothing of what was tried.
    var isVoid = false
    /// The system has nothing left for so many children.
    var isTooMany = false
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
    let inactivity = worker.inactivity(now: now)
    let still = inactivity.still
    if still >= patienceMilliseconds(with: worker) { return .noProgress }
    if inactivity.starved >= CampaignLimits.starvedMilliseconds { return .starved }
    // A process that has trapped can hang on its way out, for instance under ThreadSanitizer.
    if still >= CampaignLimits.crashedMilliseconds, hasCrashed(worker) { return .crashedWithoutEnd }
    return nil
  }

  /// How long a child may stand still: its own watchdog comes first, which looks more closely.
  private func patienceMilliseconds(with worker: WorkerHandle) -> UInt64 {
    let isTrial = worker.unit?.isTrial ?? false
    let inTrial = ShrinkLimits.hangMilliseconds * UInt64(BuildKind.current.hangFactor)
    let own = isTrial ? inTrial : UInt64(plan.hangSeconds) * 1_000
    return own * CampaignLimits.hangFactorOfParent + CampaignLimits.hangGraceMilliseconds
  }

  /// The verdict on a child that has ended.
  /// - Parameters:
  ///   - program: the script of a primitive that its unit races, if it races one.
  ///   - isSpare: the run goes on without it.
  ///   - stopping: the run ends anyway, so that a child without more work is no surprise.
  mutating func examine(
    _ worker: WorkerHandle, program: PrimitiveProgram? = nil, isSpare: Bool, stopping: Bool
  ) -> Verdict {
    guard let ending = worker.process.ending, worker.killing != .stopping else { return Verdict() }
    if ending == .exited(WorkerExit.done), stopping || worker.unit == nil { return Verdict() }
    if ending == .exited(WorkerExit.done), !worker.process.takesWork, let unit = worker.unit {
      return Verdict(rest: unitRest(worker, unit))
    }
    if worker.unitsDone > 0 { fruitlessDeaths = 0 }
    if let missing = exhaustion(worker, ending) {
      return exhausted(worker, missing, isSpare: isSpare)
    }
    if ending == .exited(WorkerExit.misuse) {
      return Verdict(cut: .internalError("a worker process could not start: \(worker.lastWords)"))
    }
    if worker.killing == .memory { return tooLarge(worker) }
    let end = worker.unit.flatMap { unit in
      batchAtHand(worker, unit).map { batch in
        WorkerEnd(
          worker: worker, unit: unit, batch: batch, ending: ending, program: program, plan: plan,
          library: library, generator: generator, crashPlaces: crashPlaces)
      }
    }
    if worker.unit?.isTrial ?? false { return endOfTrial(end, worker, ending) }
    deaths += 1
    guard let end else { return withoutRace(worker, ending) }
    let (unit, batch) = (end.unit, end.batch)
    if worker.isKilledFromOutside { return killed(end) }
    if end.isOwnFault { return ownFault(end) }
    var verdict = Verdict(rest: unit.rest(after: batch))
    verdict.skipped = unit.iterations(ofBatch: batch)
    if end.isHang {
      verdict.finding = end.hang
      verdict.split = program?.split(at: worker.journal.partsAtHand)
    } else {
      verdict.finding = end.crash
      verdict.race = end.raceBeforeTheEnd
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

  /// What the system had none left of when it ended, by its own account or by its last words.
  private func exhaustion(_ worker: WorkerHandle, _ ending: ChildProcess.Ending) -> Exhaustion? {
    if ending == .exited(WorkerExit.done) || worker.killing != nil { return nil }
    return worker.journal.exhaustion ?? Exhaustion(lastWords: worker.errorText)
  }

  /// Nobody's fault: its work is assigned again, until it is clear that the system has no more for this run.
  private mutating func exhausted(
    _ worker: WorkerHandle, _ missing: Exhaustion, isSpare: Bool
  ) -> Verdict {
    var verdict = Verdict(
      rest: worker.unit.flatMap { unitRest(worker, $0) }, isVoid: true, isTooMany: isSpare)
    if isSpare {
      verdict.note = "a worker process ended: \(missing.words); the run goes on with fewer"
      return verdict
    }
    exhaustions += 1
    if exhaustions >= CampaignLimits.exhaustionsMax {
      verdict.cut = .exhausted(missing.words)
    } else {
      verdict.note = "a worker process ended: \(missing.words); its work is assigned again"
    }
    return verdict
  }

  /// The end of a child that raced a candidate of the shrinker: an outcome of that, and no finding.
  private func endOfTrial(
    _ end: WorkerEnd?, _ worker: WorkerHandle, _ ending: ChildProcess.Ending
  ) -> Verdict {
    // What it had found out by then counts; another one tries it again.
    if worker.isKilledFromOutside {
      return Verdict(
        note: "a worker process \(Self.outsideWords(worker, ending)) while it shrank a finding",
        isVoid: true)
    }
    guard let end else {
      return Verdict(
        note: "a worker process \(ending.words) before it had begun to shrink a finding",
        isVoid: true)
    }
    if end.isOwnFault { return Verdict(fault: end.faultWords) }
    let finding = end.isHang ? end.hang : end.crash
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

  /// What a child that was asked to retire has not got to.
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
    if worker.unit?.isTrial ?? false {
      return Verdict(
        note: "a worker process was killed while it shrank a finding: it took more than "
          + "\(CampaignLimits.memoryFactorMax) times the memory that is allowed")
    }
    guard let unit = worker.unit, let batch = batchAtHand(worker, unit) else {
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
    var verdict = Verdict(rest: worker.unit)
    let how = "a worker process \(ending.words) while it was \(worker.journal.position.phase)"
    guard worker.unit != nil else {
      verdict.note = "\(how); it had no work"
      return verdict
    }
    verdict.note = "\(how); its work is assigned again"
    fruitlessDeaths += 1
    if fruitlessDeaths >= CampaignLimits.fruitlessDeathsMax {
      verdict.cut = .internalError(
        "\(fruitlessDeaths) worker processes in a row ended without racing; the last one "
          + "\(ending.words): \(worker.lastWords)")
    }
    return verdict
  }

  // MARK: Faults of the tool itself

  /// Counts it; the run goes on behind that batch until too many such deaths show that it leads nowhere.
  private mutating func ownFault(_ end: WorkerEnd) -> Verdict {
    faults += 1
    var verdict = Verdict(
      fault: end.faultWords, rest: end.unit.rest(after: end.batch),
      skipped: end.unit.iterations(ofBatch: end.batch))
    if faults >= CampaignLimits.faultsMax {
      verdict.cut = .internalError("\(faults) worker processes ended by faults of the tool itself")
    }
    return verdict
  }

  /// Somebody else killed it, or it got no processor: no fault of the scenario, which is raced again, once.
  private mutating func killed(_ end: WorkerEnd) -> Verdict {
    let (unit, batch) = (end.unit, end.batch)
    let place = Place(source: unit.source, batch: batch)
    defer { killedAt = place }
    let what = "a worker process \(Self.outsideWords(end.worker, end.ending)) in batch \(batch)"
    guard killedAt == place else {
      return Verdict(note: "\(what); its work is assigned again", rest: unit.rest(from: batch))
    }
    return Verdict(
      note: "\(what), twice; the batch is skipped", rest: unit.rest(after: batch),
      skipped: unit.iterations(ofBatch: batch))
  }

  /// Why a child that is not to blame has ended.
  private static func outsideWords(
    _ worker: WorkerHandle, _ ending: ChildProcess.Ending
  ) -> String {
    worker.killing == .starved
      ? "was left no processor for \(CampaignLimits.starvedMilliseconds / 60_000) minutes"
      : "\(ending.words) from outside"
  }

  private func hasCrashed(_ worker: WorkerHandle) -> Bool {
    let end = ProcessEnd(
      errorText: worker.errorText, doubleSetMessages: library.doubleSetMessages)
    guard let verdict = CrashClassifier.verdict(on: end) else { return false }
    return verdict.invariant != .race1
  }
}
