import ScheduleKit
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// The public face only, as any user of the module has it. It lies here because a process can have one session at a time.
extension ExploreSuites {
  @Suite("Any code under control", .serialized, .timeLimit(.minutes(2)))
  struct TaskRunnerTests {
    private func adding(locked: Bool) -> TaskRunner {
      TaskRunner {
        let counter = Counter()
        let task = { locked ? counter.incrementLocked() : counter.increment() }
        return TaskRunner.Race(tasks: [task, task]) {
          counter.value == 2 ? nil : ScheduleViolation(rule: "sum", message: "an update was lost")
        }
      }
    }

    @Test("a hunt finds a lost update, and its text repeats it")
    func hunts() throws {
      let runner = adding(locked: false)
      let report = ScheduleHunt(runner, seed: 42).hunt(schedulesMax: 1_000)
      let failure = try #require(report.failure)
      #expect(failure.violation.rule == "sum" && failure.isRepeatable)
      // One to leave a task between its two accesses, and one more where the other task begins.
      #expect((1...2).contains(failure.switchesLeft))
      #expect(failure.steps.count == failure.switchesLeft)
      #expect(
        failure.steps[0].hasPrefix("task 1 waits") || failure.steps[0].hasPrefix("task 2 waits"))
      let replay = try ScheduleReplay(failure.schedule).run(runner)
      #expect(replay.divergence == nil)
      #expect(replay.run.violation == failure.violation)
    }

    @Test("a proof runs all schedules of code that is right")
    func proves() {
      let report = ScheduleProof.prove(adding(locked: true))
      #expect(report.isProof, "\(report.words)")
      #expect(report.explored > 1)
    }

    @Test("tasks that wait for each other are a deadlock, which names them")
    func deadlock() throws {
      let runner = TaskRunner {
        let (first, second) = (Mutex(), Mutex())
        return TaskRunner.Race(tasks: [
          { first.locked { second.locked {} } }, { second.locked { first.locked {} } },
        ])
      }
      let failure = try #require(ScheduleHunt(runner, seed: 1).hunt(schedulesMax: 500).failure)
      #expect(failure.violation.rule == ScheduleIncident.Kind.deadlock.rawValue)
      #expect(failure.details.contains("held by task"))
      #expect(runner.stuckRuns > 0)
    }

    @Test("equal seeds run equal schedules")
    func repeats() {
      func hashes() -> [UInt64] {
        let runner = adding(locked: true)
        let control = ScheduleControl(
          strategy: UniformStrategy(seed: 5), profile: ScheduleProfile(), names: runner.names)
        return (0..<20).compactMap { _ in runner.run(control).map { _ in control.lastHash } }
      }
      let first = hashes()
      #expect(first == hashes())
      #expect(Set(first).count > 1)
    }

    @Test("a program is prepared outside of control, run, and judged, once a run")
    func phases() throws {
      let program = Program()
      let session = ScheduleSession()
      session.learn(program)
      let learned = program.runs
      #expect(learned > 1 && learned <= session.limits.profileRuns)
      let control = ScheduleControl(
        strategy: RandomWalkStrategy(seed: 1), profile: ScheduleProfile(),
        names: ScheduleSession.siteNames())
      let result = try #require(session.run(program, control))
      #expect(program.runs == learned + 1 && program.judged == program.runs)
      #expect(result.outcome == .completed && result.incidents.isEmpty && !result.isStuck)
      #expect(!program.wasControlledOutside && program.wasControlledInside)
    }
  }
}

private final class Counter {
  private(set) var value = 0
  private let mutex = Mutex()

  func increment() {
    SchedulePoint.touch(self, writes: false)
    let old = value
    SchedulePoint.touch(self, writes: true)
    value = old + 1
  }

  func incrementLocked() { mutex.locked { increment() } }
}

private final class Program: ControlledProgram {
  private(set) var runs = 0
  private(set) var judged = 0
  private(set) var wasControlledOutside = false
  private(set) var wasControlledInside = true

  func prepare() { wasControlledOutside = wasControlledOutside || SchedulePoint.isControlled }

  func run(_ run: ControlledRun) {
    runs += 1
    let counter = Counter()
    let task = {
      counter.increment()
      self.wasControlledInside = self.wasControlledInside && SchedulePoint.isControlled
    }
    _ = run.race([task, task]) && run.settle()
  }

  func judge(_ result: ScheduleResult) -> Bool {
    judged += 1
    wasControlledOutside = wasControlledOutside || SchedulePoint.isControlled
    return false
  }
}

/// A mutex of the system.
private final class Mutex {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(mutex, nil) }
  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func locked(_ body: () -> Void) {
    pthread_mutex_lock(mutex)
    body()
    pthread_mutex_unlock(mutex)
  }
}
