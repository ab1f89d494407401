import Dispatch
import Foundation
import ScheduleTesting
import Synchronization
import Testing

/// An account whose check and act are torn apart by a wait.
private actor Account {
  private(set) var balance = 10

  func withdraw(_ sum: Int) async {
    guard balance >= sum else { return }
    await Task.yield()
    balance -= sum
  }

  func withdrawAtOnce(_ sum: Int) {
    guard balance >= sum else { return }
    balance -= sum
  }
}

/// Its waiter is woken by its cancellation. A careless one does not look whether that has come before.
private final class Bell: @unchecked Sendable {
  // Safety: `lock` guards the two below it.
  private let lock = NSLock()
  private var waiter: CheckedContinuation<Void, Never>?
  private var isCancelled = false
  private let isCareful: Bool
  init(isCareful: Bool) { self.isCareful = isCareful }

  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isLate = lock.withLock {
          if !isCancelled || !isCareful { self.waiter = waiter }
          return isCancelled && isCareful
        }
        if isLate { waiter.resume() }
      }
    } onCancel: {
      let waiter = lock.withLock {
        isCancelled = true
        defer { self.waiter = nil }
        return self.waiter
      }
      waiter?.resume()
    }
  }
}

extension TestingSuites {
  @Suite("Swift tasks")
  struct TaskTests {
    @Test("an actor that is entered in between is found")
    func reentrancy() throws {
      let report = try failing {
        try race(iterations: 0, schedules: 200) { r in
          let account = Account()
          r.task {
            await account.withdraw(10)
            r.expect(await account.balance >= 0, "the account is overdrawn")
          }
          r.task { await account.withdraw(10) }
        }
      }.report
      #expect(report.failure?.message.contains("overdrawn") == true)
    }

    @Test("an actor is asked before the lanes and after them", arguments: [true, false])
    func beforehandAndAfterwards(isTorn: Bool) throws {
      func check() throws -> TestReport {
        try race(iterations: 64, schedules: 100) { r in
          let account = Account()
          r.beforehand { await account.withdrawAtOnce(4) }
          for _ in 0..<2 {
            r.task { await isTorn ? account.withdraw(6) : account.withdrawAtOnce(6) }
          }
          r.afterwards {
            try await Task.sleep(for: .milliseconds(1))
            #expect(await account.balance == 0)
          }
        }
      }
      guard isTorn else {
        let report = try check()
        return #expect(report.failure == nil && report.races == 64)
      }
      let failure = try failing { try check() }.report.failure
      #expect(failure?.message.contains("account.balance == 0 (TaskTests.swift") == true)
    }

    @Test("what is done afterwards waits for ever: a deadlock that names it")
    func afterwardsForEver() throws {
      let report = try failing {
        try race(iterations: 0, schedules: 20) { r in
          let bell = Bell(isCareful: true)
          r.task {}
          r.afterwards { await bell.wait() }
        }
      }.report
      #expect(report.failure?.rule == "deadlock")
      #expect(report.failure?.description.contains("afterwards") == true)
    }

    @Test(
      "pictures and words call a lane by its name, and say in the language's words what the runtime does"
    )
    func names() throws {
      let report = try failing {
        try race(iterations: 0, schedules: 200) { r in
          let counter = Counter()
          r.thread("reader") { _ = counter.value }
          r.task("parent") {
            await withTaskGroup(of: Void.self) { group in
              for _ in 0..<2 { group.addTask { await Self.increment(counter) } }
            }
          }
        }
      }.report
      let words = try #require(report.failure?.description)
      print(words)
      #expect(report.failure?.rule == "race")
      #expect(words.contains("parent") || words.contains("reader"))
      #expect(words.contains("Swift task "))
      #expect(!words.contains("swift_task") && !words.contains("partial function"))
      #expect(!words.contains(".xctest+0x"))
    }

    private static func increment(_ counter: Counter) async { counter.increment() }

    @Test("a picture says where a sleep ends though others could go on")
    func passingTime() throws {
      let report = try failing {
        try race(iterations: 0, schedules: 200) { r in
          let isOver = Atomic<Bool>(false)
          r.task("patient") {
            try? await Task.sleep(for: .milliseconds(5))
            isOver.store(true, ordering: .releasing)
          }
          r.thread("hasty") { r.expect(!isOver.load(ordering: .acquiring), "too late") }
        }
      }.report
      let words = try #require(report.failure?.description)
      #expect(words.contains("│ clock") && words.contains("time passes"))
    }

    @Test("who waits for ever is called by the name of its lane")
    func waiting() throws {
      let report = try failing {
        try race(iterations: 0, schedules: 20) { r in
          r.thread {}
          r.task("patient") {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
          }
        }
      }.report
      let words = try #require(report.failure?.description)
      #expect(words.contains("patient is suspended, and nobody resumes it, in "))
    }

    @Test("an actor that checks and acts at once is silent, under control and freely")
    func atOnce() throws {
      let report = try race(iterations: 200, schedules: 100) { r in
        let account = Account()
        r.task {
          await account.withdrawAtOnce(10)
          #expect(await account.balance == 0)
        }
        r.task { await account.withdrawAtOnce(10) }
      }
      #expect(report.failure == nil)
      #expect(report.races == 200 && report.distinctSchedules > 1)
    }

    @Test(
      "one lane will do where it makes tasks: a cancellation that comes before the wait is found")
    func oneLane() throws {
      func body(_ r: Race, isCareful: Bool) {
        let bell = Bell(isCareful: isCareful)
        r.task {
          let waiting = Task { await bell.wait() }
          waiting.cancel()
          await waiting.value
        }
      }
      let found = try failing {
        try race(iterations: 0, schedules: 200) { body($0, isCareful: false) }
      }.report
      #expect(found.failure?.rule == "deadlock")
      let silent = try race(iterations: 200, schedules: 100) { body($0, isCareful: true) }
      #expect(silent.failure == nil && silent.distinctSchedules > 1 && silent.races == 200)
      #expect(silent.description.contains("200 races of one lane"))
      let free = try race(iterations: 200, schedules: 0) { body($0, isCareful: true) }
      #expect(free.failure == nil)
    }

    @Test("what the end of an object locks is told as done by who lets it go")
    func lastReference() throws {
      let words = try failing {
        try race(iterations: 0, schedules: 20) { r in
          r.task {
            var sum = 0
            let numbers = AsyncStream<Int> { numbers in
              Task {
                numbers.yield(1)
                numbers.finish()
              }
            }
            for await number in numbers { sum += number }
            #expect(sum == 2)
          }
        }
      }.report.failure?.description
      #expect(words?.contains("TaskTests.swift") == true)
      #expect(words?.contains("interpose_") == false)
    }

    @Test("one lane in which nothing happens at the same time tests nothing")
    func oneIdleLane() throws {
      let report = try failing { try race(iterations: 100, schedules: 50) { r in r.thread {} } }
        .report
      #expect(report.failure?.message.hasSuffix("there is one lane") == true)
      let none = try failing { try race { _ in } }.report
      #expect(none.failure?.message == "nothing is raced: the body names no lane")
    }

    @Test("free races go on where all threads that Swift tasks have are blocked")
    func blockedThreads() throws {
      let end = DispatchSemaphore(value: 0)
      let blocked = 2 * ProcessInfo.processInfo.activeProcessorCount
      for _ in 0..<blocked { Task { Self.wait(end) } }
      defer { for _ in 0..<blocked { end.signal() } }
      let report = try race(iterations: 50, schedules: 0) { r in
        let account = Account()
        r.task {
          try await Task.sleep(for: .microseconds(10))
          await account.withdrawAtOnce(10)
        }
        r.task {
          async let first: Void = account.withdrawAtOnce(10)
          await first
          r.expect(await account.balance == 0)
        }
      }
      #expect(report.races == 50)
    }

    @Test("time passes for tasks that sleep although nobody waits for them")
    func sleepers() throws {
      try race(iterations: 0, schedules: 200) { r in
        let woken = LockedCounter()
        r.thread {
          let spans: [@Sendable () async throws -> Void] = [
            { try await Task.sleep(for: .milliseconds(1)) },
            { try await Task.sleep(for: .milliseconds(1), tolerance: .milliseconds(1)) },
            { try await Task.sleep(nanoseconds: 1_000) },
          ]
          for sleep in spans {
            Task {
              try await sleep()
              woken.increment()
            }
          }
        }
        r.afterwards { r.expect(woken.now == 3) }
      }
    }

    private static func wait(_ semaphore: DispatchSemaphore) { semaphore.wait() }

    @Test("a continuation that is resumed twice, and one that never is")
    func continuations() throws {
      let twice = try failing {
        try race(iterations: 0, schedules: 100) { r in
          r.task {
            await withUnsafeContinuation { continuation in
              resumeByTwoTasks { continuation.resume() }
            }
          }
          r.task {}
        }
      }
      #expect(twice.report.failure?.rule == "resumedTwice")
      let never = try failing {
        try race(iterations: 0, schedules: 50) { r in
          r.task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
          r.task {}
        }
      }
      #expect(never.report.failure?.rule == "deadlock")
    }
  }
}
