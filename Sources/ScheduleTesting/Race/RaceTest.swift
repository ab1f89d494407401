import ScheduleKit

/// The two engines at work on one body: first schedules under control, then free races.
///
/// Thread-safety: use from one thread.
final class RaceTest {
  let test: TestRun
  private let body: RaceBody
  private let deadline: Deadline
  /// Of a test's time, the part after which the other engine has its turn.
  private let deadlineOfSchedules: Deadline
  /// Where nothing of the code is seen but what it waits for, a few schedules show all that there is.
  private static let schedulesMaxUnseen = 100
  /// Free races that may pass without an overlap while nothing else was tried.
  static let uninstrumentedNotice =
    "no access to memory was seen: the code under test is not instrumented, so that schedules differ only in "
    + "locks, queues and semaphores (see \"Test any concurrent Swift code\")"

  init(_ test: TestRun, _ make: @escaping (Race) throws -> Void) {
    self.test = test
    body = RaceBody(make: make, sink: test.sink)
    deadline = Deadline(after: test.budget.milliseconds)
    deadlineOfSchedules = Deadline(after: test.budget.milliseconds.map { $0 / 2 })
  }

  /// Schedules, then races, until something is found.
  func search() {
    let runner = hunt()
    guard test.report.failure == nil else { return }
    race(seed: test.budget.seed, lanes: runner?.lanes)
    tell(runner)
  }

  /// Repeats what a report says.
  func repeats(_ replay: ReplayText) {
    switch replay.run {
    case .free(let seed): race(seed: seed, lanes: nil)
    case .schedule(let text):
      guard ScheduleSession.isSupported else {
        return test.fail(fault: ScheduleSession.unsupportedNotice)
      }
      let runner = runner(ScheduleLimits())
      do throws(ScheduleReplay.ReplayFailure) {
        let repeated = try ScheduleReplay(text).run(runner)
        tell(repeated, text, runner)
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
    let runner = runner(.proof)
    if let fault = runner.fault { return test.fail(fault: fault) }
    let proof = ScheduleProof.prove(runner, by: method, schedulesMax: schedulesMax)
    test.report.schedules = proof.explored
    test.report.distinctSchedules = proof.explored
    test.report.proof = proof.words
    tell(runner)
    if let failure = proof.failure {
      test.fail(failure)
    } else if !proof.isProof {
      test.fail(
        ScheduleViolation(rule: "nothing", message: proof.words), replay: nil, body: [])
    }
  }

  private func runner(_ limits: ScheduleLimits) -> RaceRunner {
    let runner = RaceRunner(body, limits: limits, journal: test.journal) { [test] in test.progressIfDue() }
    test.now = .schedules
    return runner
  }

  private func hunt() -> RaceRunner? {
    guard ScheduleSession.isSupported, test.budget.schedules > 0 else {
      if !ScheduleSession.isSupported { test.report.notes.append(ScheduleSession.unsupportedNotice) }
      return nil
    }
    let runner = runner(ScheduleLimits())
    if let fault = runner.fault {
      test.fail(fault: fault)
      return nil
    }
    let report = ScheduleHunt(runner, seed: test.budget.seed).hunt(
      schedulesMax: test.budget.schedules
    ) { [deadlineOfSchedules] number in
      let isUnseen = number >= Self.schedulesMaxUnseen && runner.accessesMax == 0
      return !isUnseen && !deadlineOfSchedules.hasPassed
    }
    test.report.schedules = report.schedules
    test.report.distinctSchedules = report.distinct
    if let failure = report.failure { test.fail(failure) }
    if report.undecided > 0 {
      test.report.notes.append(
        NumberWords.counted(UInt64(report.undecided), "schedule")
          + " could not be judged: more tasks, queues or timers than fit")
    }
    tell(runner)
    return runner
  }

  private func race(seed: UInt64, lanes known: Int?) {
    test.now = .races
    guard let lanes = known ?? countedLanes() else { return }
    let races = FreeRaces(
      body, lanes: lanes, racesMax: test.budget.iterations, seed: seed
    ) { [test, deadline] _ in
      test.progress()
      return !deadline.hasPassed
    }
    let report = races.run()
    test.report.races = report.raced
    test.report.overlappedRaces = report.overlapped
    table.merge(report.table)
    if let fault = report.fault { test.fail(fault: fault) }
    if let violation = report.violation { test.fail(race: violation, number: report.number) }
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
      test.fail(race: violation, number: 1)
      return nil
    }
    if let fault = race.fault {
      test.fail(fault: fault)
      return nil
    }
    return race.lanes.count
  }

  private func tell(_ runner: RaceRunner?) {
    guard let runner else { return }
    test.report.isInstrumented = runner.accessesMax > 0
    if runner.accessesMax == 0, !test.report.notes.contains(Self.uninstrumentedNotice) {
      test.report.notes.append(Self.uninstrumentedNotice)
    }
    table.merge(runner.takeTable())
    test.report.outcomes = table.lines
  }

  private func tell(_ repeated: ScheduleReplay.Report, _ text: String, _ runner: RaceRunner) {
    test.report.schedules = 1
    test.report.distinctSchedules = 2
    tell(runner)
    if let divergence = repeated.divergence {
      test.report.notes.append("the schedule is no longer the recorded one: \(divergence)")
    }
    guard let violation = repeated.run.violation else {
      test.report.notes.append("the schedule was repeated, and what it had shown does not show")
      return
    }
    test.fail(
      ScheduleFailure(
        violation: violation, trace: repeated.run.trace, details: repeated.run.details, schedule: text,
        steps: repeated.steps))
  }
}
