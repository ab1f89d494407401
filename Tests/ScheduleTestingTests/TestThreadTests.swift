import Foundation
import ScheduleTesting
import Synchronization
import Testing

/// Threads that wait for work until they are stopped. A careless one wakes one of them.
private final class Pool: @unchecked Sendable {
  // Safety: `condition` guards the three below it.
  private let condition = NSCondition()
  private var work: [@Sendable () -> Void] = []
  private var isStopping = false
  private var alive = 2
  private let wakesAll: Bool

  init(wakesAll: Bool) {
    self.wakesAll = wakesAll
    for _ in 0..<2 { Thread { self.run() }.start() }
  }

  private func run() {
    while let next = next() { next() }
  }

  private func next() -> (@Sendable () -> Void)? {
    condition.withLock {
      while work.isEmpty, !isStopping { condition.wait() }
      if !work.isEmpty { return work.removeFirst() }
      alive -= 1
      if wakesAll { condition.broadcast() }
      return nil
    }
  }

  func add(_ body: @escaping @Sendable () -> Void) {
    condition.withLock {
      work.append(body)
      condition.signal()
    }
  }

  func stop() {
    condition.withLock {
      isStopping = true
      if wakesAll { condition.broadcast() } else { condition.signal() }
    }
  }

  func stopAndWait() {
    stop()
    condition.withLock { while alive > 0 { condition.wait() } }
  }
}

extension TestingSuites {
  @Suite("The test's own thread under control")
  struct TestThreadTests {
    private func isJudged(_ report: TestReport) -> Bool {
      !report.notes.contains { $0.contains("could not be judged") }
    }

    @Test(
      "threads that wait for work may be stopped once the lanes have ended",
      arguments: [true, false])
    func pool(waits: Bool) throws {
      let report = try race(iterations: 0, schedules: 100) { r in
        let pool = Pool(wakesAll: true)
        let done = Atomic<Int>(0)
        for _ in 0..<2 { r.thread { pool.add { done.add(1, ordering: .relaxed) } } }
        r.afterwards {
          if waits { pool.stopAndWait() } else { pool.stop() }
          if waits { #expect(done.load(ordering: .relaxed) == 2) }
        }
      }
      #expect(report.failure == nil && isJudged(report) && report.distinctSchedules > 50)
    }

    @Test("who waits still at the end is a deadlock")
    func leftBehind() throws {
      let report = try failing {
        try race(iterations: 0, schedules: 100) { r in
          let pool = Pool(wakesAll: false)
          r.thread { pool.add {} }
          r.afterwards { pool.stop() }
        }
      }.report
      #expect(report.failure?.rule == "deadlock")
    }

    @Test("it waits as a thread does: for a semaphore, a group, a condition, a thread and a lock")
    func waits() throws {
      let report = try race(iterations: 0, schedules: 60) { r in
        let queue = DispatchQueue(label: "work")
        let come = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        let lock = NSLock()
        // Before anything is raced, and while it holds a lock that others want.
        lock.lock()
        queue.async {
          come.signal()
          lock.withLock {}
          come.signal()
        }
        come.wait()
        #expect(come.wait(timeout: .now() + 1) == .timedOut)
        lock.unlock()
        come.wait()
        r.thread { queue.async(group: group) { come.signal() } }
        r.thread { queue.async { come.signal() } }
        r.afterwards {
          group.wait()
          come.wait()
          #expect(come.wait(timeout: .now() + 1) == .success)
          #expect(come.wait(timeout: .now() + 1) == .timedOut)
        }
      }
      #expect(report.failure == nil && report.distinctSchedules > 1)
    }

    @Test("time passes while it sleeps, and only then")
    func sleeps() throws {
      let report = try race(iterations: 0, schedules: 60) { r in
        let queue = DispatchQueue(label: "work")
        let fired = Atomic<Int>(0)
        r.thread { queue.asyncAfter(deadline: .now() + 0.5) { fired.add(1, ordering: .relaxed) } }
        r.thread { queue.async {} }
        r.afterwards {
          let begin = Date()
          Thread.sleep(forTimeInterval: 1)
          #expect(fired.load(ordering: .relaxed) == 1)
          while Date() < begin + 2 { usleep(100_000) }
        }
      }
      #expect(report.failure == nil && isJudged(report) && report.distinctSchedules > 1)
    }

    @Test("it looks every millisecond, for two seconds or for ever", .timeLimit(.minutes(1)))
    func polls() throws {
      let report = try race(iterations: 0, schedules: 20) { r in
        r.thread {}
        r.thread { r.expect(true) }
        r.queue { usleep(5000) }
        r.afterwards {
          let end = Date() + 2
          while Date() < end { usleep(1000) }
        }
      }
      #expect(report.failure == nil && isJudged(report))
      let endless = try failing {
        try race(iterations: 0, schedules: 20) { r in
          r.thread {}
          r.afterwards { while true { usleep(1000) } }
        }
      }.report
      #expect(endless.failure?.rule == "livelock")
    }

    @Test("a test of which no schedule could be judged fails")
    func undecided() throws {
      let report = try failing {
        try race(iterations: 0, schedules: 20) { r in
          // Sleeps and wakes for ever.
          let thread = Thread { while true { usleep(1000) } }
          r.thread { thread.start() }
          r.thread {}
        }
      }.report
      #expect(report.failure?.rule == "nothing")
      #expect(report.failure?.message.contains("no schedule could be judged") == true)
    }

    @Test(
      "that it waits in vain is a deadlock", .timeLimit(.minutes(1)),
      arguments: ["semaphore", "group", "lock", "condition"])
    func waitsInVain(for what: String) throws {
      let report = try failing {
        try race(iterations: 0, schedules: 20) { r in
          let semaphore = DispatchSemaphore(value: 0)
          let group = DispatchGroup()
          let lock = NSLock()
          let condition = NSCondition()
          r.thread { semaphore.signal() }
          r.thread { if what == "lock" { lock.lock() } }
          r.afterwards {
            switch what {
            case "semaphore":
              semaphore.wait()
              semaphore.wait()
            case "group":
              group.enter()
              group.wait()
            case "lock": lock.lock()
            default: condition.withLock { condition.wait() }
            }
          }
        }
      }.report
      #expect(report.failure?.rule == "deadlock")
    }
  }
}
