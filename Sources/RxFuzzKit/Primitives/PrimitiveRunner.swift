import CScheduleRuntime

/// Runs a script of a primitive under control, for hunts.
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
    // A primitive is small: all of the learning costs little.
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
      context, everyAccess: everyAccess, reportsForced: !everyAccess)
    csr_explore_begin(&config)
    let fixture = script.makeFixture(library: library)
    let racers = (0..<script.queueCount).map { PrimitiveRacer(fixture, queue: $0) }
    let violation = race(fixture, racers)
    var raw = csr_result()
    csr_explore_end(&raw)
    withExtendedLifetime((context, racers)) {}
    return conclude(raw, violation)
  }

  /// What is wrong with a run that came to its end.
  private func race(_ fixture: any PrimitiveFixture, _ racers: [PrimitiveRacer])
    -> PrimitiveViolation?
  {
    let functions = [(@convention(c) (UnsafeMutableRawPointer?) -> Void)?](
      repeating: runPrimitive, count: racers.count)
    let arguments = racers.map {
      UnsafeMutableRawPointer?(Unmanaged.passUnretained($0).toOpaque())
    }
    guard csr_explore_race(UInt32(racers.count), functions, arguments) == CSR_COMPLETED else {
      return nil
    }
    if let violation = fixture.violation() { return violation }
    fixture.finish()
    guard csr_explore_race(0, nil, nil) == CSR_COMPLETED else { return nil }
    return fixture.leftover()
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
  let fixture: any PrimitiveFixture
  let queue: Int

  init(_ fixture: any PrimitiveFixture, queue: Int) {
    self.fixture = fixture
    self.queue = queue
  }
}

private func runPrimitive(_ argument: UnsafeMutableRawPointer?) {
  guard let argument else { return }
  let racer = Unmanaged<PrimitiveRacer>.fromOpaque(argument).takeUnretainedValue()
  racer.fixture.perform(queue: racer.queue)
}
