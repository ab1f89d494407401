import ScheduleTesting
import Synchronization
import Testing

/// Counts those who use it, and closes at the last one's release. Who looks before counting itself is too late.
private final class Counted: Sendable {
  private let count = Atomic<Int>(1)
  let closed = Atomic<Int>(0)

  func retainTorn() -> Bool {
    if count.load(ordering: .acquiring) == 0 { return false }
    count.add(1, ordering: .relaxed)
    return true
  }

  func release() {
    if count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      closed.add(1, ordering: .relaxed)
    }
  }
}

/// A number that two use, of whom the last one frees it. A careless one looks at it after it has said that it is done.
private final class Lent: @unchecked Sendable {
  // Safety: `users` counts who may still use `number`.
  private let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  private let users = Atomic<Int>(2)
  init() { number.initialize(to: 5) }

  private func isLast() -> Bool {
    users.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }

  func use(isCareful: Bool) -> Int {
    let early = isCareful ? number.pointee : 5
    guard isLast() else { return isCareful ? early : number.pointee }
    number.deallocate()
    return early
  }
}

extension TestingSuites {
  @Suite("Which accesses matter")
  struct LearnedAccessTests {
    /// What the second lane does to the count before it releases it again, another lane's release comes after in each run in which one
    /// lane follows the other.
    @Test("an access matters though its task comes to the same place again", arguments: 1...8)
    func earlierAccess(seed: Int) throws {
      let report = try failing {
        try race(iterations: 0, schedules: 200, seed: UInt64(seed)) { r in
          let counted = Counted()
          r.thread { counted.release() }
          r.thread {
            guard counted.retainTorn() else { return }
            let closed = counted.closed.load(ordering: .relaxed)
            #expect(closed == 0)
            counted.release()
          }
        }
      }.report
      #expect(report.failure?.rule == "expectation")
    }

    @Test("an access matters though others only free the memory", arguments: [true, false])
    func freed(isCareful: Bool) throws {
      func check() throws -> TestReport {
        try race(iterations: 0, schedules: 200) { r in
          let lent = Lent()
          for _ in 0..<2 { r.thread { r.expect(lent.use(isCareful: isCareful) == 5) } }
        }
      }
      guard isCareful else {
        return #expect(try failing { try check() }.report.failure?.rule == "useAfterFree")
      }
      #expect(try check().failure == nil)
    }
  }
}
