import ScheduleTesting
import Synchronization
import Testing

/// Counts what is in use, with no lock.
private final class Register: @unchecked Sendable {
  // Safety: none, where a test wants a race.
  private(set) var inUse = 0
  private let lock = Lock()

  func enter() { inUse += 1 }
  func leave() { inUse -= 1 }
  func enterLocked() { lock.locked { inUse += 1 } }
  func leaveLocked() { lock.locked { inUse -= 1 } }
}

/// Is in use until its last reference goes.
private final class Entry: @unchecked Sendable {
  // Safety: none, where a test wants a race.
  private let register: Register
  private let isLocked: Bool

  init(_ register: Register, isLocked: Bool) {
    (self.register, self.isLocked) = (register, isLocked)
  }
  deinit { isLocked ? register.leaveLocked() : register.leave() }
}

/// Each user writes what is its own; the last one sees it all.
private final class Shared: @unchecked Sendable {
  // Safety: the users have a field each, and all are read when nobody else is left.
  private var (first, second) = (0, 0)

  deinit { check() }
  private func check() { precondition(first + second == 2) }
  func useFirst() { first += 1 }
  func useSecond() { second += 1 }
}

private class Base: @unchecked Sendable {
  // Safety: `isOpen` is used by who has the object.
  fileprivate var isOpen = true
  deinit { close() }
  fileprivate func close() { isOpen = false }
}

private final class Derived: Base, @unchecked Sendable {
  // Safety: as for the superclass.
  private var isLast = false
  deinit { finish() }
  private func finish() { isLast = isOpen }
}

/// A flag that orders nothing.
private final class RelaxedFlag: Sendable {
  private let flag = Atomic<Bool>(false)
  func raise() { flag.store(true, ordering: .relaxed) }
  var isUp: Bool { flag.load(ordering: .relaxed) }
}

/// A reference that one lane lets go of.
private final class Slot<Object: AnyObject>: @unchecked Sendable {
  // Safety: used by one lane.
  var object: Object?
  init(_ object: Object?) { self.object = object }
}

/// A value that is given out, and is changed in place where nobody holds it any more.
private final class Value: @unchecked Sendable {
  final class Storage: @unchecked Sendable {
    // Safety: changed only by its only owner.
    var number = 1
    init(_ number: Int) { self.number = number }
  }
  // Safety: `storage` is guarded by `lock`.
  private let lock = Lock()
  private var storage = Storage(1)

  /// The copy is read, and let go of, with no lock held.
  func read() -> Int {
    let copy = lock.locked { storage }
    return copy.number
  }
  func write() {
    lock.locked {
      if isKnownUniquelyReferenced(&storage) { storage.number = 2 } else { storage = Storage(2) }
    }
  }
  func writeWithoutLooking() { lock.locked { storage.number = 2 } }
}

extension TestingSuites {
  @Suite("What the last release orders")
  struct LastReleaseTests {
    @Test("a deinit that changes what others change is a data race, whoever calls it")
    func deinits() throws {
      func check(isLocked: Bool) throws -> TestReport {
        try race(iterations: 0, schedules: 100) { r in
          let register = Register()
          let slot = Slot(Entry(register, isLocked: isLocked))
          r.thread { slot.object = nil }
          r.thread { isLocked ? register.enterLocked() : register.enter() }
        }
      }
      let report = try failing { try check(isLocked: false) }.report
      #expect(report.failure?.rule == "race")
      #expect(try check(isLocked: true).failure == nil)
    }

    @Test("what was done with an object comes before its end, whoever ends it")
    func usesBeforeTheEnd() throws {
      let report = try race(iterations: 0, schedules: 300) { r in
        let shared = Shared()
        let (first, second) = (Slot(shared), Slot(shared))
        r.thread {
          first.object?.useFirst()
          first.object = nil
        }
        r.thread {
          second.object?.useSecond()
          second.object = nil
        }
      }
      #expect(report.failure == nil)
    }

    @Test("the same, where what lets go of an object is not seen")
    func elementsOfAnArray() throws {
      let report = try race(iterations: 0, schedules: 300) { r in
        let shared = Shared()
        let (first, second) = (Slots([shared]), Slots([shared]))
        r.thread {
          first.all[0].useFirst()
          first.all = []
        }
        r.thread {
          second.all[0].useSecond()
          second.all = []
        }
      }
      #expect(report.failure == nil)
    }

    @Test(
      "who finds itself the only owner comes behind those who have read; who does not look, races")
    func onlyOwner() throws {
      func check(_ write: @escaping (Value) -> Void) throws -> TestReport {
        try race(iterations: 0, schedules: 300) { r in
          let value = Value()
          r.thread { _ = value.read() }
          r.thread { write(value) }
        }
      }
      #expect(try check { $0.write() }.failure == nil)
      let report = try failing { try check { $0.writeWithoutLooking() } }.report
      #expect(report.failure?.rule == "race")
    }

    @Test("the end of an object that nobody else has used orders nothing")
    func endOfOnesOwn() throws {
      let report = try failing {
        try race(iterations: 0, schedules: 300) { r in
          let (register, slot, isEntered) = (Register(), Slot<Base>(Derived()), RelaxedFlag())
          r.thread {
            register.enter()
            isEntered.raise()
          }
          r.thread {
            guard isEntered.isUp else { return }
            slot.object = nil
            register.enter()
          }
        }
      }.report
      #expect(report.failure?.rule == "race")
    }
  }
}

/// References in an array, whose elements are released by the standard library.
private final class Slots<Object: AnyObject>: @unchecked Sendable {
  // Safety: used by one lane.
  var all: [Object]
  init(_ all: [Object]) { self.all = all }
}
