import ScheduleKit

/// The two engines at work on one body: first schedules under control, then free races.
///
/// Thread-safety: use from one thread.
final class RaceTest {
  let test: TestRun
  private var body: RaceBody
  private let schedules: Int
  private let iterations: Int
  private var lanes: Int?
  /// Where nothing of the code is seen but what it waits for, a few schedules show all that there is.
  private static let schedulesMaxUnseen = 100
  /// What a run says once that saw nothing but locks and queues.
  static let uninstrumentedNotice =
    "nothing that is instrumented was seen: the code under test is not, so that schedules differ only in "
    + "locks, queues and semaphores (see \"Test any concurrent Swift code\")"

  /// What a run says once whose free races took too long.
  static let slowNotice =
    "free races ended before all were done, for they were slow; `iterations:` or RXFUZZ_ITERATIONS asks for all of them"

  init(
    _ test: TestRun, schedules: Int, iterations: Int, _ make: @escaping (Race) throws -> Void
  ) {
    self.test = test
    self.schedules = schedules
    self.iterations = iterations
    body = RaceBody(make: make, sink: test.sink)
  }

  /// From now on that body is raced: the same lanes, judged in another way.
  func use(_ make: @escaping (Race) throws -> Void) {
    body = RaceBody(make: make, sink: test.sink)
  }

  /// Schedules, then races, until something is found.
  func search() {
    if let failure = hunt() { return test.fail(failure) }
    race(seed: test.budget.seed)
  }

  /// Repeats what a report says.
  func repeats(_ replay: ReplayText) {
    switch replay.run {
    case .free(let seed): race(seed: seed)
    case .schedule(let text):
      guard ScheduleSession.isSupported else {
        return test.fail(fault: ScheduleSession.unsupportedNotice)
      }
      do throws(ScheduleReplay.ReplayFailure) {
        let schedule = try ScheduleReplay(text)
        let runner = runner(ScheduleLimits(), memory: schedule.memory)
        present(schedule.run(runner), text, runner)
      } catch {
        test.fail(fault: "RXFUZZ_REPLAY is not accepted: \(error.message)")
      }
    }
  }

  /// Every schedule that is meant.
  func prove(_ method: ScheduleProof.Method, schedulesMax: Int) {
    guard ScheduleSession.isSupported else {
      return test.fail(fault: ScheduleSession.unsupportedNotice)
    }
    var limits = ScheduleLimits.proof
    if case .preemptions = method { limits.givesWay = .repeating }
    let runner = runner(limits)
    if let fault = runner.fault { return test.fail(fault: fault) }
    let proof = ScheduleProof.prove(runner, by: method, schedulesMax: schedulesMax)
    test.report.schedules = proof.explored
    test.report.distinctSchedules = proof.explored
    test.report.proof = proof.words
    present(runner)
    if let failure = proof.failure {
      test.fail(failure)
    } else if !proof.isProof {
      test.fail(
        ScheduleViolation(rule: "nothing", message: proof.words), replay: nil, body: [])
    }
  }

  private func runner(_ limits: ScheduleLimits, memory: MemoryModel? = nil) -> RaceRunner {
    test.now = .schedules
    test.memoryModel = memory ?? test.budget.memory
    var limits = limits
    limits.memory = test.memoryModel
    if limits.memory != .sequential {
      test.report.note("memory is \(limits.memory.name) in schedules under control")
    }
    let runner = RaceRunner(body, limits: limits, journal: test.journal) { [test] in
      test.progressIfDue()
    }
    return runner
  }

  /// Schedules under control, until one fails.
  /// - Parameter isCounted: whether they belong to what the test has done.
  func hunt(isCounted: Bool = true) -> ScheduleFailure? {
    guard ScheduleSession.isSupported, schedules > 0, test.report.failure == nil else {
      if !ScheduleSession.isSupported { test.report.note(ScheduleSession.unsupportedNotice) }
      return nil
    }
    let runner = runner(ScheduleLimits())
    if let fault = runner.fault {
      test.fail(fault: fault)
      return nil
    }
    var report = hunt(runner, schedulesMax: schedules)
    // What the system does only the first time in a process, such as to look up a type for the words of a trap, is part of the
    // schedule then. The same search shows the same again without it.
    if report.failure?.isRepeatable == false {
      let again = hunt(runner, schedulesMax: report.schedules)
      if again.failure?.isRepeatable == true { report.failure = again.failure }
    }
    guard isCounted else { return report.failure }
    lanes = runner.lanes
    test.report.lanes = runner.lanes
    test.report.schedules += report.schedules
    test.report.distinctSchedules += report.distinct
    test.report.undecidedSchedules += report.undecided
    if report.undecided > 0 {
      test.report.note(
        NumberWords.counted(UInt64(report.undecided), "schedule")
          + " could not be judged: more tasks, queues or timers than fit")
    }
    present(runner)
    return report.failure
  }

  private func hunt(_ runner: RaceRunner, schedulesMax: Int) -> ScheduleHunt.Report {
    ScheduleHunt(runner, seed: test.budget.seed).hunt(schedulesMax: schedulesMax) { [test] number in
      let isUnseen = number >= Self.schedulesMaxUnseen && runner.accessesMax == 0
      return !isUnseen && !test.deadlineOfSchedules.hasPassed
    }
  }

  /// Free races, until one fails.
  func race(seed: UInt64) {
    test.now = .races
    guard test.report.failure == nil, let lanes = lanes ?? countedLanes() else { return }
    let end = Deadline(after: test.budget.racesMilliseconds)
    let races = FreeRaces(body, lanes: lanes, racesMax: iterations, seed: seed) { [test] _ in
      test.progress()
      return !test.deadline.hasPassed && !end.hasPassed
    }
    let report = races.run()
    if report.raced < iterations, report.violation == nil, report.fault == nil, end.hasPassed {
      test.report.note(Self.slowNotice)
    }
    test.report.lanes = lanes
    test.report.races += report.raced
    test.report.overlappedRaces += report.overlapped
    table.merge(report.table)
    if let fault = report.fault { test.fail(fault: fault) }
    if let violation = report.violation {
      test.fail(race: violation, details: report.details, number: report.number, seed: seed)
    }
    test.report.outcomes = table.lines
  }

  private var table = OutcomeTable()

  /// How many lanes the body names.
  private func countedLanes() -> Int? {
    let notes = RunNotes()
    test.sink.enterAll(notes)
    let race = Race(notes)
    do { try body.make(race) } catch { notes.add(error) }
    if let violation = notes.violation {
      test.fail(race: violation, details: "", number: 1, seed: test.budget.seed)
      return nil
    }
    if let fault = race.fault {
      test.fail(fault: fault)
      return nil
    }
    return race.lanes.count
  }

  private func present(_ runner: RaceRunner) {
    if runner.isInstrumented || runner.accessesMax > 0 {
      test.report.isInstrumented = true
    } else {
      test.report.note(Self.uninstrumentedNotice)
    }
    table.merge(runner.takeTable())
    test.report.outcomes = table.lines
  }

  private func present(_ repeated: ScheduleReplay.Report, _ text: String, _ runner: RaceRunner) {
    test.report.schedules = 1
    test.report.distinctSchedules = 2
    present(runner)
    if let divergence = repeated.divergence {
      test.report.note("the schedule is no longer the recorded one: \(divergence)")
    }
    guard let violation = repeated.run.violation else {
      test.report.note("the schedule was repeated, and what it had shown does not show")
      return
    }
    test.fail(
      ScheduleFailure(
        violation: violation, trace: repeated.run.trace, details: repeated.run.details,
        schedule: text,
        steps: repeated.steps))
  }
}
