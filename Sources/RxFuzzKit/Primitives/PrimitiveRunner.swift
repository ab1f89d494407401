import CScheduleRuntime

/// Runs a script of a library's part under control, for hunts.
///
/// Thread-safety: use from one thread; one runner at a time in a process.
final class PrimitiveRunner: ScheduleRunner {
  let names = ExploreEngine.siteNames()
  private let script: any PrimitiveScript
  private let library: any LibraryUnderTest
  private let limits: ExploreLimits
  private var symbols = ScheduleSymbols()

  /// Learns, in a few runs, which operations matter.
  init(_ script: some PrimitiveScript, library: any LibraryUnderTest) {
    self.script = script
    self.library = library
    var limits = ExploreLimits()
    // A part is small: all of the learning costs little.
    limits.profileRunsQuiet = limits.profileRuns
    self.limits = limits
    limits.learnPoints { run(everyAccess: true, choose: $0).isStuck }
  }

  func place(_ site: UInt) -> String {
    ScheduleSymbols.text(at: UnsafeMutableRawPointer(bitPattern: site))
  }

  func adoptPoints() -> Bool { csr_sites_adopt() > 0 }

  func run(_ control: ScheduleControl) -> ScheduleRun? {
    guard control.begin() else { return nil }
    let run = run(everyAccess: false) { raw in
      let operations = UnsafeBufferPointer(start: raw.pending, count: Int(raw.enabled_count))
      return control.choose(
        ScheduleDecision(
          pending: operations.map(ScheduleOperation.init),
          running: raw.running < 0 ? nil : Int(raw.running), step: raw.step))
    }
    control.end(failed: run.violation != nil)
    return run
  }

  private func run(everyAccess: Bool, choose: @escaping ScheduleChooser) -> ScheduleRun {
    let context = ChooserContext(choose)
    var config = limits.configuration(
      context, everyAccess: everyAccess, tellsForced: !everyAccess)
    csr_explore_begin(&config)
    let world = script.makeWorld(library: library)
    let racers = (0..<script.queueCount).map { PrimitiveRacer(world, queue: $0) }
    let violation = race(world, racers)
    var raw = csr_result()
    csr_explore_end(&raw)
    withExtendedLifetime((context, racers)) {}
    return conclude(raw, violation)
  }

  /// What is wrong with a run that came to its end.
  private func race(_ world: any PrimitiveFixture, _ racers: [PrimitiveRacer])
    -> PrimitiveViolation?
  {
    let functions = [(@convention(c) (UnsafeMutableRawPointer?) -> Void)?](
      repeating: runPart, count: racers.count)
    let arguments = racers.map {
      UnsafeMutableRawPointer?(Unmanaged.passUnretained($0).toOpaque())
    }
    guard csr_explore_race(UInt32(racers.count), functions, arguments) == CSR_COMPLETED else {
      return nil
    }
    if let violation = world.violation() { return violation }
    world.finish()
    guard csr_explore_race(0, nil, nil) == CSR_COMPLETED else { return nil }
    return world.leftover()
  }

  private func conclude(_ raw: csr_result, _ violation: PrimitiveViolation?) -> ScheduleRun {
    var run = ScheduleRun()
    let outcome = csr_outcome(raw.outcome)
    run.isStuck = outcome != CSR_COMPLETED
    if outcome == CSR_EXHAUSTED { run.undecided = "more tasks, queues or timers than fit" }
    if let shown = symbols.verdicts(of: raw).first(where: {
      library.promises.contains($0.invariant)
    }) {
      run.violation = CorpusFile.Verdict(shown.invariant, shown.message)
      run.details = shown.details
    } else if let violation, library.promises.contains(violation.invariant) {
      run.violation = CorpusFile.Verdict(violation.invariant, violation.message)
    }
    return run
  }
}

/// One queue of a script, for the C side.
private final class PrimitiveRacer {
  let world: any PrimitiveFixture
  let queue: Int

  init(_ world: any PrimitiveFixture, queue: Int) {
    self.world = world
    self.queue = queue
  }
}

private func runPart(_ argument: UnsafeMutableRawPointer?) {
  guard let argument else { return }
  let racer = Unmanaged<PrimitiveRacer>.fromOpaque(argument).takeUnretainedValue()
  racer.world.perform(queue: racer.queue)
}
