import ScheduleTesting
import Testing

/// A suite that leaves it to the trait who has the runtime.
@Suite("Tests side by side", .exclusiveSchedules, .timeLimit(.minutes(5)))
struct SideBySideTests {
  @Test("tests of a suite with the trait alone wait for one another", arguments: 1...4)
  func waiting(count: Int) throws {
    let report = try race(iterations: 200, schedules: 20) { r in
      let counter = LockedCounter()
      for _ in 0..<count { r.thread { counter.increment() } }
      r.queue { counter.increment() }
      r.afterwards { #expect(counter.now == count + 1) }
    }
    #expect(report.failure == nil && report.races == 200)
  }

  @Test("tasks of one test wait for one another, too")
  func tasks() async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<3 {
        group.addTask {
          try race(iterations: 100, schedules: 20) { r in
            let counter = LockedCounter()
            r.thread { counter.increment() }
            r.thread { counter.increment() }
          }.races
        }
      }
      for try await races in group { #expect(races == 100) }
    }
  }
}
