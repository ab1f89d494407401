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

/// Peterson's algorithm: each of two waits while the other one wants to enter and it is that one's turn.
private final class Gate: Sendable {
  private let first = Atomic<Bool>(false)
  private let second = Atomic<Bool>(false)
  private let turn = Atomic<Int>(0)
  private let inside = Atomic<Int>(0)

  func enter(_ one: Int, _ body: () -> Void) {
    want(one, true)
    turn.store(1 - one, ordering: .sequentiallyConsistent)
    while isWanted(1 - one), turn.load(ordering: .sequentiallyConsistent) == 1 - one {}
    inside.add(1, ordering: .sequentiallyConsistent)
    body()
    inside.subtract(1, ordering: .sequentiallyConsistent)
    want(one, false)
  }

  var isAlone: Bool { inside.load(ordering: .sequentiallyConsistent) == 1 }

  private func want(_ one: Int, _ value: Bool) {
    if one == 0 {
      first.store(value, ordering: .sequentiallyConsistent)
    } else {
      second.store(value, ordering: .sequentiallyConsistent)
    }
  }

  private func isWanted(_ one: Int) -> Bool {
    one == 0
      ? first.load(ordering: .sequentiallyConsistent)
      : second.load(ordering: .sequentiallyConsistent)
  }
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

    @Test(
      "who waits in turn for a flag and for whose turn it is gives way where all schedules are run")
    func inTurn() throws {
      let all = try explore(.preemptions(2), schedulesMax: 2_000, memory: .relaxed) { r in
        let gate = Gate()
        r.thread { gate.enter(0) { r.expect(gate.isAlone) } }
        r.thread { gate.enter(1) { r.expect(gate.isAlone) } }
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
