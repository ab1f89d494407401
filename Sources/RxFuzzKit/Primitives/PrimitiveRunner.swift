import ScheduleKit

/// Runs a script of a primitive under control, for hunts.
///
/// Thread-safety: use from one thread; one runner at a time in a process.
final class PrimitiveRunner: ScheduleRunner {
  let names = ScheduleSession.siteNames()
  private let session: ScheduleSession
  private let program: PrimitiveRun
  private static let stepsFactorOfOne: UInt64 = 20
  /// Runs that got stuck; each has left threads behind, so a process should not make many.
  private(set) var stuckRuns = 0

  /// Learns, in a few runs, which operations matter.
  init(_ script: some PrimitiveScript, library: any LibraryUnderTest) {
    var limits = ScheduleLimits()
    // A primitive is small: all of the learning costs little.
    limits.profileRunsQuiet = limits.profileRuns
    // What is alone has nobody to wait for, and ends.
    if script.queueCount == 1 { limits.stepsMax *= Self.stepsFactorOfOne }
    // One schedule has no decisions, and so no points that would have to be learned.
    if script.schedulesMax == 1 { limits.profileRuns = 0 }
    session = ScheduleSession(limits: limits)
    program = PrimitiveRun(script, library: library)
    session.learn(program)
  }

  func place(_ site: UInt) -> String { CodePlace.text(at: site) }

  func taskName(path: UInt64) -> String? { RacingTask.name(path: path) }

  func adoptPoints() -> Bool { session.adoptUnforeseenSites() > 0 }

  func run(_ control: ScheduleControl) -> ScheduleRun? {
    guard session.run(program, control) != nil else { return nil }
    if program.result.isStuck { stuckRuns += 1 }
    return program.result
  }
}

/// A script as a session runs it.
private final class PrimitiveRun: ControlledProgram {
  private let script: any PrimitiveScript
  private let library: any LibraryUnderTest
  /// What is wrong with a run that came to its end.
  private var violation: PrimitiveViolation?
  /// Of the last run.
  private(set) var result = ScheduleRun()

  init(_ script: any PrimitiveScript, library: any LibraryUnderTest) {
    self.script = script.underControl
    self.library = library
  }

  func prepare() { violation = nil }

  func run(_ run: ControlledRun) {
    let fixture = script.makeFixture(library: library)
    let tasks = (0..<script.queueCount).map { queue in { fixture.perform(queue: queue) } }
    guard run.race(tasks) else { return }
    violation = fixture.violation()
    guard violation == nil else { return }
    fixture.finish()
    if run.settle() { violation = fixture.leftover() }
  }

  func judge(_ schedule: ScheduleResult) -> Bool {
    result = ScheduleRun(undecided: schedule.undecided, isStuck: schedule.isStuck)
    for incident in schedule.incidents {
      guard let (invariant, message) = incident.violation(in: schedule),
        library.promises.contains(invariant)
      else { continue }
      result.violation = ScheduleViolation(invariant, message)
      result.details = incident.details
      return true
    }
    if let violation, library.promises.contains(violation.invariant) {
      result.violation = ScheduleViolation(violation.invariant, violation.message)
    }
    return result.violation != nil
  }
}
