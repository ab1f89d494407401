import Dispatch
import Foundation
import ScheduleTesting
import Synchronization
import Testing

/// Everything that runs schedules lies in here: one test of the process at a time.
@Suite("Tests of the user's own code", .serialized, .exclusiveSchedules, .timeLimit(.minutes(5)))
struct TestingSuites {}

/// What the planted bugs are made of.
final class Counter: @unchecked Sendable {
  // Safety: none, which is what tests find.
  var value = 0
  func increment() { value += 1 }
}

final class LockedCounter: @unchecked Sendable {
  // Safety: `lock` guards `value`.
  private let lock = Lock()
  private var value = 0
  func increment() { lock.locked { value += 1 } }
  var now: Int { lock.locked { value } }
}

/// A flag that one of its readers does not lock.
final class HalfLockedFlag: @unchecked Sendable {
  // Safety: none for `isRaisedUnlocked`.
  private let lock = Lock()
  private var raised = false
  @discardableResult func isRaisedUnlocked() -> Bool { raised }
  @discardableResult func isRaised() -> Bool { lock.locked { raised } }
  func raise() { lock.locked { raised = true } }
}

/// Runs a test that must fail, and gives its report and the one issue that it is reported by.
func failing(
  _ body: () throws -> TestReport
) throws -> (report: TestReport, issue: Issue) {
  let issues = Mutex<[Issue]>([])
  var report: TestReport?
  try withKnownIssue {
    report = try body()
  } matching: { issue in
    // Expectations of each failing run are known, too, before they are put down to the run.
    if issue.comments.contains(where: { $0.rawValue.contains("\nseed ") }) {
      issues.withLock { $0.append(issue) }
    }
    return true
  }
  let seen = issues.withLock { $0 }
  #expect(seen.count == 1)
  return (try #require(report), try #require(seen.first))
}

extension TestingSuites {
  @Suite("race")
  struct RaceTests {
    @Test("of several reads the one that races with a write is named")
    func readsOfSeveral() throws {
      let failed = try failing {
        try race(iterations: 0, schedules: 200) { r in
          let flag = HalfLockedFlag()
          r.thread { flag.isRaisedUnlocked() }
          r.thread { if !flag.isRaised() { flag.raise() } }
          r.thread { flag.isRaised() }
        }
      }
      let message = try #require(failed.report.failure?.message)
      #expect(message.contains("HalfLockedFlag.isRaisedUnlocked"))
    }

    @Test("correct code is silent, and the run says what it did")
    func correct() throws {
      let report = try race(iterations: 500, schedules: 100) { r in
        let counter = LockedCounter()
        r.thread { counter.increment() }
        r.queue { counter.increment() }
        r.afterwards { #expect(counter.now == 2) }
      }
      #expect(report.failure == nil)
      #expect(report.schedules == 100 && report.distinctSchedules > 1)
      #expect(report.races == 500)
      #expect(report.isInstrumented)
      #expect(report.description.hasPrefix("race RaceTests.swift:"))
      #expect(report.description.hasSuffix("seed 1: nothing found"))
    }

    @Test("a lost update fails at the caller's line, with lanes and the words that repeat it")
    func lostUpdate() throws {
      let line: UInt = #line + 2
      let (report, issue) = try failing {
        try race(schedules: 100) { r in
          let counter = SharedCounter()
          r.thread { counter.increment() }
          r.queue { counter.increment() }
          r.afterwards { #expect(counter.now == 2) }
        }
      }
      #expect(issue.sourceLocation?.line == Int(line))
      let failure = try #require(report.failure)
      #expect(failure.rule == "expectation")
      let words = issue.comments.first?.rawValue ?? ""
      print(words)
      #expect(words == failure.description)
      #expect(words.contains("thread 1") && words.contains("queue 2") && words.contains(" │ "))
      #expect(words.contains("shrunk from"))
      #expect(words.contains("RXFUZZ_REPLAY='RaceTests.swift:\(line) explore:v1:"))
    }

    @Test("an unordered access is a data race, although the sum is right")
    func dataRace() throws {
      let (report, _) = try failing {
        try race(schedules: 50) { r in
          let counter = Counter()
          r.thread { counter.increment() }
          r.thread { counter.increment() }
        }
      }
      #expect(report.failure?.rule == "race")
      #expect(report.failure?.description.contains("Counter.") == true)
    }

    @Test("two locks taken in both orders are a deadlock")
    func deadlock() throws {
      let (report, _) = try failing {
        try race(schedules: 200) { r in
          let (first, second) = (Lock(), Lock())
          r.thread("left") { first.locked { second.locked {} } }
          r.thread("right") { second.locked { first.locked {} } }
        }
      }
      #expect(report.failure?.rule == "deadlock")
      #expect(report.failure?.description.contains("left") == true)
      print(report.failure?.description ?? "")
    }

    @Test("they are, too, while another lane goes on for ever because of it")
    func deadlockBesideWork() throws {
      let (report, _) = try failing {
        try race(iterations: 0, schedules: 200) { r in
          let (first, second, flag) = (Lock(), Lock(), SharedFlag())
          r.thread("left") {
            first.locked { second.locked {} }
            flag.raise()
          }
          r.thread("right") { second.locked { first.locked {} } }
          r.thread("third") { while !flag.isUp {} }
        }
      }
      #expect(report.failure?.rule == "deadlock")
    }

    @Test("a wait that spins for what nobody will do is a livelock")
    func livelock() throws {
      let (report, _) = try failing {
        try race(schedules: 20) { r in
          let flag = SharedFlag()
          r.thread { while !flag.isUp {} }
          r.thread { if flag.isUp { flag.raise() } }
        }
      }
      #expect(report.failure?.rule == "livelock")
    }

    @Test("what is thrown, expected by the library's own words, or expected inside a lane, counts")
    func inLanes() throws {
      let thrown = try failing {
        try race(schedules: 10) { r in
          r.thread { throw CancellationError() }
          r.thread {}
        }
      }
      #expect(thrown.report.failure?.rule == "error")
      let own = try failing {
        try race(schedules: 100) { r in
          let counter = SharedCounter()
          r.thread { counter.increment() }
          r.thread { r.expect(counter.now == 0, "nobody counts") }
        }
      }
      #expect(own.report.failure?.message.hasPrefix("expectation failed: nobody counts") == true)
      let macro = try failing {
        try race(schedules: 100) { r in
          let counter = SharedCounter()
          r.thread { counter.increment() }
          r.thread { #expect(counter.now == 0) }
        }
      }
      #expect(macro.report.failure?.rule == "expectation")
      #expect(macro.report.failure?.message.contains("RaceTests.swift:") == true)
    }

    @Test("free races alone find it, too, and say how it is repeated")
    func free() throws {
      let (report, _) = try failing {
        try race(iterations: 2_000_000, schedules: 0) { r in
          let counter = SharedCounter()
          r.thread { for _ in 0..<20 { counter.increment() } }
          r.thread { for _ in 0..<20 { counter.increment() } }
          r.afterwards { #expect(counter.now == 40) }
        }
      }
      #expect(report.failure?.replay?.hasSuffix(" free:1") == true)
      #expect(report.overlappedRaces > 0)
    }

    @Test("expectations inside the lanes of free races are heard")
    func freeInLanes() throws {
      let (report, _) = try failing {
        try race(iterations: 2_000, schedules: 0) { r in
          r.thread { #expect(1 == 2) }
          r.thread {}
        }
      }
      #expect(report.failure?.rule == "expectation")
    }

    @Test("outcomes are counted and graded")
    func outcomes() throws {
      func body(_ r: Race) {
        let counter = SharedCounter()
        r.thread { counter.increment() }
        r.thread { counter.increment() }
        r.acceptable(2)
        r.forbidden(1, "an update was lost")
        r.afterwards { r.outcome(counter.now) }
      }
      let (report, _) = try failing { try race(schedules: 100, body) }
      #expect(report.failure?.message == "forbidden outcome 1: an update was lost")
      #expect(report.outcomes.contains { $0.contains("forbidden") })
      let lawful = try race(iterations: 200, schedules: 50) { r in
        let counter = LockedCounter()
        r.thread { counter.increment() }
        r.thread { counter.increment() }
        r.acceptable(2)
        r.afterwards { r.outcome(counter.now) }
      }
      #expect(lawful.outcomes.count == 2)
      #expect(lawful.outcomes[1].contains("200") && lawful.outcomes[1].contains("acceptable"))
    }

    @Test("free races that take long are as many as the time allows")
    func slowRaces() throws {
      let report = try race(iterations: 100, schedules: 0, time: .seconds(2)) { r in
        r.thread { usleep(100_000) }
        r.thread { usleep(100_000) }
        r.afterwards { usleep(200_000) }
      }
      #expect(report.failure == nil && (1..<50).contains(report.races))
    }

    @Test("what tests nothing fails")
    func nothing() throws {
      let alone = try failing {
        try race { r in r.thread {} }
      }
      #expect(alone.report.failure?.rule == "nothing")
      let none = try failing {
        try race(iterations: 0, schedules: 0) { r in
          r.thread {}
          r.thread {}
        }
      }
      #expect(none.report.failure?.message.hasPrefix("nothing was tested") == true)
    }

    @Test("the same seed gives the same failure")
    func determinism() throws {
      func replay() throws -> String? {
        try failing {
          try race(schedules: 100, seed: 7) { r in
            let counter = SharedCounter()
            for _ in 0..<3 { r.thread { counter.increment() } }
            r.afterwards { #expect(counter.now == 3) }
          }
        }.report.failure?.replay
      }
      let first = try replay()
      #expect(first != nil)
      #expect(try replay() == first)
    }
  }

  @Suite("explore")
  struct ExploreTests {
    @Test("all schedules of a small body")
    func proves() throws {
      let report = try explore { r in
        let counter = LockedCounter()
        r.thread { counter.increment() }
        r.thread { counter.increment() }
        r.afterwards { #expect(counter.now == 2) }
      }
      #expect(report.proof?.hasPrefix("all schedules explored by") == true)
      let bounded = try explore(.preemptions(1)) { r in
        let counter = LockedCounter()
        for _ in 0..<3 { r.thread { counter.increment() } }
        r.afterwards { #expect(counter.now == 3) }
      }
      #expect(bounded.failure == nil)
      print(bounded)
    }
  }
}
