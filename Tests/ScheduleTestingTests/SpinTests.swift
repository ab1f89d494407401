import ScheduleTesting
import Synchronization
import Testing

/// Waits for its turn without giving its thread up.
private final class SpinLock: @unchecked Sendable {
  // Safety: `value` is guarded by `isTaken`.
  private let isTaken = Atomic<Bool>(false)
  private var value = 0

  func increment() {
    while isTaken.exchange(true, ordering: .acquiring) {}
    value += 1
    isTaken.store(false, ordering: .releasing)
  }

  /// Looks and takes in two steps.
  func incrementBadly() {
    while isTaken.load(ordering: .acquiring) {}
    isTaken.store(true, ordering: .relaxed)
    value += 1
    isTaken.store(false, ordering: .releasing)
  }

  var now: Int { value }
}

/// Looks under a lock whether something has come.
private final class Mailbox: @unchecked Sendable {
  // Safety: `letter` is guarded by `lock`.
  private let lock = Lock()
  private var letter: Int?

  func put(_ letter: Int) { lock.locked { self.letter = letter } }
  func take() -> Int? {
    lock.locked {
      defer { letter = nil }
      return letter
    }
  }
}

extension TestingSuites {
  @Suite("Tasks that spin")
  struct SpinTests {
    @Test("a lock that spins is silent, in all schedules with two preemptions, too")
    func lawful() throws {
      let report = try race(iterations: 100, schedules: 1_000) { r in
        let lock = SpinLock()
        r.thread { lock.increment() }
        r.thread { lock.increment() }
        r.afterwards { r.expect(lock.now == 2) }
      }
      #expect(report.failure == nil && report.schedules == 1_000)
      let all = try explore(.preemptions(2)) { r in
        let lock = SpinLock()
        r.thread { lock.increment() }
        r.thread { lock.increment() }
        r.afterwards { r.expect(lock.now == 2) }
      }
      #expect(all.failure == nil)
    }

    @Test("one that looks and takes in two steps is found")
    func broken() throws {
      let report = try failing {
        try race(iterations: 0, schedules: 200) { r in
          let lock = SpinLock()
          r.thread { lock.incrementBadly() }
          r.thread { lock.incrementBadly() }
        }
      }.report
      #expect(report.failure?.rule == "race")
    }

    @Test("who looks again and again lets others go on; what never comes is a livelock")
    func polling() throws {
      let report = try race(iterations: 0, schedules: 500) { r in
        let mailbox = Mailbox()
        r.thread { while mailbox.take() == nil {} }
        r.thread { mailbox.put(1) }
      }
      #expect(report.failure == nil)
      let never = try failing {
        try race(iterations: 0, schedules: 2) { r in
          let mailbox = Mailbox()
          r.thread { while mailbox.take() == nil {} }
          r.thread { _ = mailbox.take() }
        }
      }.report
      #expect(never.failure?.rule == "livelock")
    }
  }
}
