import Foundation
import ScheduleTesting
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sells one ticket, to each of two who look at the same time.
private final class Tickets: Sendable {
  private let left = Atomic<Int>(1)

  func sell() {
    guard left.load(ordering: .acquiring) > 0 else { return }
    let now = left.subtract(1, ordering: .acquiringAndReleasing).newValue
    precondition(now >= 0, "sold twice")
  }

  @inline(never)
  static func oversell() {
    precondition(Tickets().left.load(ordering: .relaxed) == 0, "sold twice")
  }
}

extension TestingSuites {
  @Suite("Crashes under control")
  struct CrashTests {
    /// A crash that only some schedules show.
    private func sellTwice() throws -> TestReport {
      try race(iterations: 0, schedules: 200) { r in
        let tickets = Tickets()
        r.thread("left") { tickets.sell() }
        r.thread("right") { tickets.sell() }
      }
    }

    @Test("a trap is a failure at the caller's line, made smaller, and the process goes on")
    func trap() throws {
      let (report, issue) = try failing { try sellTwice() }
      let failure = try #require(report.failure)
      print(failure)
      #expect(failure.rule == "crash")
      #expect(failure.message.hasPrefix("crash by a trap (SIGILL) in "))
      #expect(failure.message.contains("Tickets.sell ("))
      #expect(issue.sourceLocation?.fileID.hasSuffix("CrashTests.swift") == true)
      #expect(failure.description.contains("shrunk from"))
      #expect(!failure.description.contains("repeating the schedule did not show it"))
    }

    @Test("a trap of the body itself is one, too, and the process goes on")
    func trapOfBody() throws {
      let (report, _) = try failing {
        try race(iterations: 0, schedules: 20) { r in
          let tickets = Tickets()
          r.thread { tickets.sell() }
          r.afterwards { Tickets.oversell() }
        }
      }
      let failure = try #require(report.failure)
      #expect(failure.rule == "crash")
      #expect(failure.message.contains("Tickets.oversell ("))
    }

    @Test("a body that waits for itself is a deadlock, and the process goes on")
    func bodyWaitsForItself() throws {
      let (report, _) = try failing {
        try race(iterations: 0, schedules: 20) { r in
          let lock = NSLock()
          r.thread { lock.withLock {} }
          r.afterwards { lock.withLock { lock.withLock {} } }
        }
      }
      let failure = try #require(report.failure)
      print(failure)
      #expect(failure.rule == "deadlock")
    }

    @Test("its replay shows the same crash in one schedule")
    func replay() throws {
      let first = try #require(try failing { try sellTwice() }.report.failure)
      setenv("RXFUZZ_REPLAY", try #require(first.replay), 1)
      defer { unsetenv("RXFUZZ_REPLAY") }
      let again = try failing { try sellTwice() }.report
      #expect(again.schedules == 1)
      #expect(again.failure?.message == first.message)
      #expect(again.failure?.replay == first.replay)
    }

    @Test("an access to memory that is not there is one, too")
    func wildAccess() throws {
      let (report, _) = try failing {
        try race(iterations: 0, schedules: 10) { r in
          r.thread {
            let address = UnsafePointer<Int>(bitPattern: 8)
            r.expect(address?.pointee == 1)
          }
          r.thread {}
        }
      }
      #expect(report.failure?.rule == "crash")
      #expect(report.failure?.message.contains("(SIGSEGV)") == true)
    }

    @Test("a checked continuation that is resumed twice is one, with the words that repeat it")
    func checkedContinuation() throws {
      let (report, _) = try failing {
        try race(iterations: 0, schedules: 100) { r in
          r.task {
            await withCheckedContinuation { continuation in
              resumeByTwoTasks { continuation.resume() }
            }
          }
          r.task {}
        }
      }
      let failure = try #require(report.failure)
      #expect(failure.rule == "crash")
      #expect(failure.replay?.contains(" explore:v1:") == true)
      #expect(!failure.description.contains("repeating the schedule did not show it"))
    }

    @Test("a task that waits for ever is a deadlock, in the first schedules")
    func waitsForEver() throws {
      let (report, _) = try failing {
        try race(iterations: 0, schedules: 20) { r in
          let (stream, values) = AsyncStream.makeStream(of: Int.self)
          r.task { for await _ in stream {} }
          r.task { values.yield(1) }
        }
      }
      #expect(report.failure?.rule == "deadlock")
      #expect(report.failure?.replay?.contains(" explore:v1:") == true)
    }

    @Test("what does not crash is silent after others have")
    func lawful() throws {
      _ = try failing { try sellTwice() }
      let report = try race(iterations: 200, schedules: 100) { r in
        let counter = LockedCounter()
        r.thread { counter.increment() }
        r.thread { counter.increment() }
        r.afterwards { #expect(counter.now == 2) }
      }
      #expect(report.failure == nil)
    }
  }
}
