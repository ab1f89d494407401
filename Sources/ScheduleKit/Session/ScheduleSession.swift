import CScheduleRuntime

/// Runs programs under control: one task at a time, every switch chosen, so that a schedule can be tried on purpose and
/// tried again.
///
/// The closures that a program races are tasks, and so are the dispatch queues and timers that they use. Of code that is
/// compiled with ThreadSanitizer's instrumentation each access to memory is seen; of other code its locks, queues and
/// semaphores are.
/// Thread-safety: use from one thread; one session at a time may be used in a process. After a run that got stuck its
/// threads stay parked for good, so a process should not go on for ever after such runs.
public final class ScheduleSession {
  public let limits: ScheduleLimits
  /// Called before each run, those that only learn included; must be cheap.
  public var willRun: () -> Void = {}
  /// Where each operation is written down before it is performed, those of runs that only learn included.
  public var journal: (page: ScheduleJournal, names: SiteNames)?
  private var reader = IncidentReader()

  /// Whether schedules can be controlled by this build on this platform.
  public static var isSupported: Bool { csr_explore_supported() }
  /// One line for people where they cannot.
  public static let unsupportedNotice =
    "explore is off: it needs Linux on x86-64 or arm64, an instrumented build, and no ThreadSanitizer"

  public init(limits: ScheduleLimits = ScheduleLimits()) { self.limits = limits }

  /// Learns, in a few runs whose schedules depend on nothing but the program, which of its accesses are worth a decision.
  /// To be called once for each program, before `run`; what was learned of another one is forgotten.
  public func learn(_ program: some ControlledProgram) {
    limits.learnPoints { chooser in
      run(program, everyAccess: true, reportsForced: false, choose: chooser).result.isStuck
    }
  }

  /// Makes points of the accesses that runs since `learn` have shown to matter beyond what it had learned; returns how
  /// many there are. A search that is to cover every schedule starts again then, and a schedule of before is replayed
  /// only after `learn`.
  public func adoptUnforeseenSites() -> Int { Int(csr_sites_adopt()) }

  /// Runs the program once, under the schedule that a strategy chooses; nil where it has nothing left to try.
  public func run(_ program: some ControlledProgram, _ control: ScheduleControl) -> ScheduleResult?
  {
    guard control.begin() else { return nil }
    // One buffer for all decisions of the run: a new array for each would cost more than most choices.
    var pending: [ScheduleOperation] = []
    let (result, hasFailed) = run(program, everyAccess: false, reportsForced: true) { raw in
      let operations = UnsafeBufferPointer(start: raw.pending, count: Int(raw.enabled_count))
      pending.removeAll(keepingCapacity: true)
      for operation in operations { pending.append(ScheduleOperation(operation)) }
      return control.choose(
        ScheduleDecision(
          pending: pending, running: raw.running < 0 ? nil : Int(raw.running), step: raw.step,
          isValue: raw.is_value))
    }
    control.end(failed: hasFailed)
    return result
  }

  /// Names of code for schedules that are written down.
  public static func siteNames() -> SiteNames { SiteNames(symbol: CodePlace.function) }

  /// - Parameters:
  ///   - everyAccess: whether every access is a point, or only those that matter.
  ///   - reportsForced: whether `choose` is asked where only one task can go on, too.
  private func run(
    _ program: some ControlledProgram, everyAccess: Bool, reportsForced: Bool,
    choose: @escaping ScheduleChooser
  ) -> (result: ScheduleResult, hasFailed: Bool) {
    willRun()
    journal?.page.begin()
    defer { journal?.page.end() }
    let context = ChooserContext(noting(choose))
    var config = limits.configuration(
      context, everyAccess: everyAccess, reportsForced: reportsForced)
    let run = ControlledRun()
    program.prepare()
    csr_explore_begin(&config)
    // On a stack that can be left, where the driver itself waits for ever.
    let part = DriversPart { program.run(run) }
    csr_explore_drive(
      { Unmanaged<DriversPart>.fromOpaque($0!).takeUnretainedValue().body() },
      Unmanaged.passUnretained(part).toOpaque())
    var raw = csr_result()
    csr_explore_end(&raw)
    withExtendedLifetime((context, run, part)) {}
    let result = ScheduleResult(raw, incidents: reader.incidents(of: raw))
    return (result, program.judge(result))
  }

  private func noting(_ choose: @escaping ScheduleChooser) -> ScheduleChooser {
    guard let (page, names) = journal else { return choose }
    return { raw in
      let chosen = choose(raw)
      let unforced = max(0, Int(raw.running))
      let operation = ScheduleOperation(raw.pending[chosen])
      let first = ScheduleOperation(raw.pending[unforced])
      // Values of one operation have one name: that of the newest.
      page.note(
        raw.is_value ? first : operation, insteadOf: chosen == unforced ? nil : first,
        by: operation, names)
      return chosen
    }
  }
}

/// What the driver does in a session, as C calls it.
private final class DriversPart {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}
