import ScheduleKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A child that has ended in the middle of a batch: what it was about, and what its end says of the library.
struct WorkerEnd {
  let worker: WorkerHandle
  let unit: WorkUnit
  let batch: UInt64
  let ending: ChildProcess.Ending
  /// The script of a primitive that its unit races, if it races one.
  let program: PrimitiveProgram?
  let plan: CampaignPlan
  let library: any LibraryUnderTest
  let generator: ScenarioGenerator
  let crashPlaces: CrashPlaces

  /// It got nowhere, by its own watchdog, whether that could report it or not, or by the parent's clock.
  var isHang: Bool {
    if ending == .signalled(SIGALRM), worker.journal.hang != nil { return true }
    return ending == .exited(WorkerExit.hung) || worker.killing == .noProgress
  }

  // MARK: Faults of the tool itself

  /// The modules that are the tool's own, as the site of a trap begins with them.
  private static let ownModules = ["RxFuzzKit", "ScheduleKit"]

  /// Whether the child was drawing or judging, so that nothing of the library ran: but for what it had left to real
  /// queues and timers, or does when an object ends, where the site of a trap must decide. A heap that is found broken was broken before, by what ran.
  var isOwnFault: Bool {
    switch worker.journal.position.phase {
    case .starting, .waiting, .racing: return false
    case .generating: return leftBehind == nil
    case .judging:
      let words = CrashText(worker.errorText)
      // Where memory has been damaged before, what happens now says nothing of who is at work.
      if words.foundBrokenHeap || words.lastRace != nil || readsWhatIsNotThere { return false }
      let leavesWork =
        program?.isAsynchronous ?? ScenarioFacts(scenario).isAsynchronous
      guard leavesWork else { return true }
      return siteOfTrap.map(Self.isOwn) ?? false
    }
  }

  private var siteOfTrap: String? {
    CrashClassifier.verdict(on: ProcessEnd(errorText: worker.errorText))?.site
  }

  private static func isOwn(_ site: String) -> Bool {
    ownModules.contains { site.hasPrefix("\($0)/") }
  }

  /// The last iteration before what was being drawn, where a trap of the library came of what it still did for that one.
  private var leftBehind: (batch: UInt64, iteration: UInt64)? {
    let position = worker.journal.position
    guard position.phase == .generating, worker.scenario == nil, program == nil,
      let site = siteOfTrap, !site.isEmpty, !Self.isOwn(site)
    else { return nil }
    if position.iteration > 0 { return (batch, position.iteration - 1) }
    guard batch > unit.firstBatch else { return nil }
    return (batch - 1, unit.iterations(ofBatch: batch - 1) - 1)
  }

  /// What it raced when it ended, or last.
  private var place: (batch: UInt64, iteration: UInt64) {
    leftBehind ?? (batch, worker.journal.position.iteration)
  }

  /// Swift that judges reads no address that is none: where one is, what ran before has damaged memory. Who runs out of
  /// stack is killed by the same signal, without a word; a primitive is judged by counting, which takes no stack.
  private var readsWhatIsNotThere: Bool {
    guard ending == .signalled(SIGSEGV) || ending == .signalled(SIGBUS) else { return false }
    return program != nil || CrashPlaces.hasFrames(in: worker.errorText)
  }

  /// What the tool did wrong, and where in the run: one line.
  var faultWords: String {
    let position = worker.journal.position
    let how = isHang ? "no end of it" : "\(worker.lastWords); the process \(ending.words)"
    if let program { return "\(how), while a primitive was judged: \(program)" }
    let iteration = unit.firstIteration(ofBatch: batch) + position.iteration
    if position.phase == .generating, worker.scenario == nil {
      return "\(how), while batch \(batch) of seed \(plan.seed) was drawn"
    }
    let text = ScenarioCodec.print(scenario)
      .split(whereSeparator: \.isNewline).dropFirst().joined(separator: "; ")
    let words = text.split(separator: " ").joined(separator: " ")
    return "\(how), while iteration \(iteration) of seed \(plan.seed) was judged: \(words)"
  }

  private var scenario: Scenario {
    let place = place
    return worker.scenario
      ?? generator.generate(seed: plan.seed, batch: place.batch, iteration: place.iteration)
      .scenario
  }

  // MARK: What the library did

  /// What the child said of its hang, with the backtraces that it left on standard error.
  var hang: Finding {
    if var reported = worker.hang {
      reported.details = worker.errorText
      reported.placed(in: unit, batch: batch, seed: plan.seed)
      return reported
    }
    // A task under control that waits for what is not controlled, such as a lock of the kernel's own.
    let message =
      unit.engine == .explore
      ? "no progress under explore" : "no progress, and the process did not answer"
    // Of a primitive there is no trace that the child could send.
    if worker.journal.hang == .atWork, library.promises.contains(.live2) {
      return finding(.live2, "no end of it, and the process did not answer")
    }
    return finding(.live1, message)
  }

  /// What it died of.
  var crash: Finding {
    var signal: Int32?
    if case .signalled(let number) = ending { signal = number }
    let end = ProcessEnd(
      errorText: worker.errorText, signal: worker.killing == nil ? signal : nil,
      doubleSetMessages: library.doubleSetMessages)
    let verdict =
      CrashClassifier.verdict(on: end)
      ?? CrashClassifier.Verdict(
        invariant: .crash1, message: "the process \(ending.words)", site: "")
    let placed = verdict.placed { crashPlaces.place(in: worker.errorText) }
    return finding(verdict.invariant, placed.words)
  }

  /// What ThreadSanitizer reported last. The child passes its reports on after each batch, which it did not live to
  /// do for this one; a report of an earlier batch is known by its message.
  var raceBeforeTheEnd: Finding? {
    guard let race = CrashText(worker.errorText).lastRace, library.promises.contains(race.invariant)
    else { return nil }
    return finding(race.invariant, race.message)
  }

  private func finding(_ invariant: InvariantName, _ message: String) -> Finding {
    var finding = Finding(
      invariant: invariant, message: message,
      scenario: scenario,
      details: worker.errorText)
    let place = place
    finding.iteration = place.iteration
    if unit.engine == .explore {
      finding.schedule = worker.journal.schedule.schedule(
        strategy: plan.strategy.name, seed: plan.seed, memory: plan.memory)
    }
    finding.placed(in: unit, batch: place.batch, seed: plan.seed)
    return finding
  }
}

extension WorkerHandle {
  /// Somebody else killed it, or it was killed because it got no processor.
  var isKilledFromOutside: Bool {
    let ending = process.ending
    return killing == .starved
      || killing == nil && (ending == .signalled(SIGKILL) || ending == .signalled(SIGTERM))
  }

  /// What it died of, in its own words.
  var lastWords: String {
    if let verdict = CrashClassifier.verdict(on: ProcessEnd(errorText: errorText)) {
      return verdict.message
    }
    let lines = errorText.split(whereSeparator: \.isNewline)
    return lines.last.map(String.init) ?? "it said nothing"
  }
}

extension ChildProcess.Ending {
  /// What a sentence about the process goes on with.
  var words: String {
    switch self {
    case .exited(let status): "ended itself with status \(status)"
    case .signalled(let number): "was \(Signals.words(number))"
    }
  }
}
