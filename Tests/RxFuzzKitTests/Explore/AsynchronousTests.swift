import Dispatch
import Foundation
import RxFuzzKit
import ScheduleKit
import Testing

// Swift tasks, actors, continuations and sleep under control.
extension ExploreSuites {
  @Suite("Swift concurrency under control", .serialized, .timeLimit(.minutes(2)))
  struct AsynchronousTests {
    private func runner(
      timers: UInt32 = 12, _ make: @escaping () -> TaskRunner.Race
    ) -> TaskRunner {
      var limits = ScheduleLimits()
      limits.timerFiringsOnceMax = timers
      return TaskRunner(limits: limits, learns: false, make: make)
    }

    private func expect(
      _ rule: String, within schedules: Int = 100, _ runner: TaskRunner
    ) throws {
      for row in [StrategyTable.portfolio] + StrategyTable.sampling {
        let report = ScheduleHunt(runner, strategy: row, seed: 7).hunt(schedulesMax: schedules)
        let failure = try #require(report.failure, "\(row.name)")
        #expect(failure.violation.rule == rule, "\(row.name): \(failure.violation)")
        #expect(failure.isRepeatable, "\(row.name)")
        let replay = try ScheduleReplay(failure.schedule).run(runner)
        #expect(replay.run.violation == failure.violation && replay.divergence == nil)
      }
    }

    private func expectProof(_ runner: TaskRunner) {
      let report = ScheduleProof.prove(runner)
      #expect(report.isProof, "\(report.words) \(report.failure.map { "\($0)" } ?? "")")
      #expect(report.explored > 0)
    }

    @Test("two bodies that read, and write later, lose an update")
    func lostUpdate() throws {
      try expect(
        "sum",
        runner {
          let counter = AsyncCounter()
          let body: @Sendable () async -> Void = { await counter.increment() }
          return TaskRunner.Race(asynchronous: [body, body]) {
            counter.value == 2 ? nil : ScheduleViolation(rule: "sum", message: "lost")
          }
        })
    }

    @Test("an actor that is re-entered between its read and its write loses an update")
    func reentrancy() throws {
      try expect(
        "sum",
        runner {
          let account = Account()
          let body: @Sendable () async -> Void = { await account.depositSlowly() }
          return TaskRunner.Race(asynchronous: [body, body]) {
            account.copy.value == 2 ? nil : ScheduleViolation(rule: "sum", message: "lost")
          }
        })
    }

    @Test("an actor that does not suspend loses nothing, in all schedules")
    func actorIsSerial() {
      expectProof(
        runner {
          let account = Account()
          let body: @Sendable () async -> Void = { await account.deposit() }
          return TaskRunner.Race(asynchronous: [body, body]) {
            account.copy.value == 2 ? nil : ScheduleViolation(rule: "sum", message: "lost")
          }
        })
    }

    @Test("a continuation that is resumed twice is found where both see it open")
    func resumedTwice() throws {
      try expect(
        ScheduleIncident.Kind.resumedTwice.rawValue,
        runner {
          let gate = Gate(isGuarded: false)
          return TaskRunner.Race(
            tasks: [gate.open, gate.open], asynchronous: [{ await gate.wait() }])
        })
    }

    @Test("a continuation that is taken before it is resumed is right in all schedules")
    func resumedOnce() {
      expectProof(
        runner {
          let gate = Gate(isGuarded: true)
          return TaskRunner.Race(
            tasks: [gate.open, gate.open], asynchronous: [{ await gate.wait() }])
        })
    }

    @Test("a task that nobody resumes is a deadlock, which says where it waits")
    func neverResumed() throws {
      let runner = runner {
        let gate = Gate(isGuarded: true)
        return TaskRunner.Race(asynchronous: [{ await gate.waitUnlessOpen() }, { gate.openOnce() }])
      }
      try expect(ScheduleIncident.Kind.deadlock.rawValue, runner)
      let failure = try #require(ScheduleHunt(runner, seed: 1).hunt(schedulesMax: 200).failure)
      #expect(failure.details.contains("is suspended"), "\(failure.details)")
    }

    @Test("a task that is left alone and never resumed is a deadlock once the run ends")
    func leftAlone() throws {
      try expect(
        ScheduleIncident.Kind.deadlock.rawValue,
        runner {
          TaskRunner.Race(asynchronous: [
            { Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } } }
          ])
        })
    }

    @Test("on an executor of one's own, too, who resumes early comes before what follows the wait")
    func ownExecutor() {
      let queue = DispatchQueue(label: "rxfuzz.test.executor")
      let runner = runner {
        let (mailbox, letter) = (Mailbox(), Log())
        // No other job is run in between, so that the runtime has seen none begin.
        return TaskRunner.Race(tasks: [
          {
            SchedulePoint.touch(letter, writes: true)
            mailbox.open()
          },
          {
            Task(executorPreference: QueueTaskExecutor(queue: queue)) {
              await mailbox.wait()
              SchedulePoint.touch(letter, writes: true)
            }
          },
        ])
      }
      for row in StrategyTable.sampling {
        let report = ScheduleHunt(runner, strategy: row, seed: 7).hunt(schedulesMax: 200)
        #expect(report.failure == nil, "\(row.name): \(report.failure.map { "\($0)" } ?? "")")
        #expect(report.distinct > 1, "\(row.name)")
      }
    }

    @Test("groups, async let, streams, sleep and cancellation come to their end in all schedules")
    func everything() {
      expectProof(runner { TaskRunner.Race(asynchronous: [{ await Lawful.group() }]) })
      expectProof(runner { TaskRunner.Race(asynchronous: [{ await Lawful.asyncLet() }]) })
      expectProof(runner { TaskRunner.Race(asynchronous: [{ await Lawful.stream() }]) })
      expectProof(runner { TaskRunner.Race(asynchronous: [{ await Lawful.sleep() }]) })
      expectProof(runner { TaskRunner.Race(asynchronous: [{ await Lawful.cancel() }]) })
      expectProof(runner { TaskRunner.Race(asynchronous: [{ await Lawful.mainActor() }]) })
    }

    @Test("sleep is virtual: whoever sleeps longer wakes later, or at any moment where time races")
    func virtualSleep() {
      let runner = runner {
        let order = Log()
        return TaskRunner.Race(asynchronous: [
          {
            try? await Task.sleep(for: .seconds(3_600))
            order.append(2)
          },
          {
            try? await Task.sleep(for: .seconds(1_800))
            order.append(1)
          },
        ]) {
          order.all.count == 2 ? nil : ScheduleViolation(rule: "order", message: "\(order.all)")
        }
      }
      expectProof(runner)
    }

    @Test("a check of cancellation that comes too early is found")
    func cancellation() throws {
      try expect(
        "cancelled",
        runner {
          let log = Log()
          return TaskRunner.Race(asynchronous: [
            {
              let task = Task { if !Task.isCancelled { log.append(1) } }
              task.cancel()
              await task.value
            }
          ]) {
            log.all.isEmpty ? nil : ScheduleViolation(rule: "cancelled", message: "it went on")
          }
        })
    }

    @Test("many tasks more than there are seats run all the same")
    func manyTasks() {
      let runner = runner {
        let log = Log()
        return TaskRunner.Race(asynchronous: [
          {
            await withTaskGroup(of: Void.self) { group in
              for number in 0..<60 { group.addTask { log.append(number) } }
            }
          }
        ]) {
          log.all.count == 60 ? nil : ScheduleViolation(rule: "count", message: "\(log.all.count)")
        }
      }
      let report = ScheduleHunt(runner, seed: 3).hunt(schedulesMax: 20)
      #expect(report.failure == nil && report.schedules == 20 && report.undecided == 0)
    }
  }
}

private final class AsyncCounter: @unchecked Sendable {
  // Safety: only controlled tasks touch it, one at a time.
  private(set) var value = 0

  func increment() async {
    SchedulePoint.touch(self, writes: false)
    let old = value
    SchedulePoint.touch(self, writes: true)
    value = old + 1
  }
}

private actor Account {
  nonisolated let copy = AsyncCounter2()
  private var balance = 0

  func deposit() {
    balance += 1
    copy.value = balance
  }

  func depositSlowly() async {
    let old = balance
    await Task.yield()
    balance = old + 1
    copy.value = balance
  }
}

private final class AsyncCounter2: @unchecked Sendable {
  // Safety: only one actor writes it, and whoever reads it comes after all.
  var value = 0
}

/// Lets one task wait until it is opened.
private final class Gate: @unchecked Sendable {
  // Safety: only controlled tasks touch it, one at a time.
  private var waiting: UnsafeContinuation<Void, Never>?
  private var isOpen = false
  private let isGuarded: Bool

  init(isGuarded: Bool) { self.isGuarded = isGuarded }

  func wait() async {
    await withUnsafeContinuation { continuation in
      SchedulePoint.touch(self, writes: true)
      if isOpen { return continuation.resume() }
      waiting = continuation
    }
  }

  func open() {
    SchedulePoint.touch(self, writes: true)
    isOpen = true
    let taken = waiting
    if isGuarded { waiting = nil }
    if !isGuarded { SchedulePoint.touch(self, writes: true) }
    taken?.resume()
  }

  /// Looks before it leaves its continuation.
  func waitUnlessOpen() async {
    SchedulePoint.touch(self, writes: false)
    if isOpen { return }
    await withUnsafeContinuation { continuation in
      SchedulePoint.touch(self, writes: true)
      waiting = continuation
    }
  }

  func openOnce() {
    SchedulePoint.touch(self, writes: true)
    isOpen = true
    waiting?.resume()
  }
}

/// The same under a lock.
private final class Mailbox: @unchecked Sendable {
  // Safety: `lock` guards both.
  private let lock = NSLock()
  private var waiting: UnsafeContinuation<Void, Never>?
  private var isOpen = false

  func wait() async {
    await withUnsafeContinuation { continuation in
      let isOpen = lock.withLock {
        waiting = continuation
        return self.isOpen
      }
      if isOpen { continuation.resume() }
      // Whoever comes in between resumes what does not wait yet.
      SchedulePoint.touch(self, writes: false)
    }
  }

  func open() {
    let waiting = lock.withLock {
      isOpen = true
      return self.waiting
    }
    waiting?.resume()
  }
}

private final class Log: @unchecked Sendable {
  // Safety: only controlled tasks touch it, one at a time.
  private(set) var all: [Int] = []
  func append(_ number: Int) { all.append(number) }
}

private enum Lawful {
  static func group() async {
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 1...3 { group.addTask { number } }
      var sum = 0
      for await number in group { sum += number }
      return sum
    }
    precondition(sum == 6)
  }

  static func asyncLet() async {
    async let first = 1
    async let second = 2
    let sum = await first + second
    precondition(sum == 3)
  }

  static func stream() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let producer = Task {
      continuation.yield(1)
      continuation.yield(2)
      continuation.finish()
    }
    var sum = 0
    for await number in stream { sum += number }
    await producer.value
    precondition(sum == 3)
  }

  static func sleep() async {
    let clock = ContinuousClock()
    let start = clock.now
    try? await Task.sleep(for: .seconds(10))
    precondition(clock.now - start >= .seconds(10))
    try? await Task.sleep(nanoseconds: 1_000)
  }

  static func cancel() async {
    let task = Task {
      do {
        try await Task.sleep(for: .seconds(1_000_000))
        return false
      } catch { return true }
    }
    task.cancel()
    // Time may pass before the cancellation.
    _ = await task.value
  }

  static func mainActor() async {
    let value = await Task { @MainActor in 1 }.value
    await MainActor.run { MainActor.preconditionIsolated() }
    precondition(value == 1)
  }
}
