import Dispatch
import Foundation
import RxCore
import Testing

@testable import RxFuzzKit

/// No lock is held while calling out, so no order of two locks can deadlock.
///
/// One thread is inside a callback and wants a foreign lock. Another thread holds that lock and calls whatever
/// can be called. If the library held a lock of its own during the callback, and took it in the call, both would
/// wait for ever.
@Suite("A foreign lock around every callback", .serialized, .timeLimit(.minutes(2)))
struct ForeignLockTests {
  static let rows = Catalogue.rows.filter { $0.inputs.upperBound > 0 }.map(\.name)

  @Test("deadlocks with no lock of the library", arguments: rows, RowOnSubjects.Place.allCases)
  func callback(name: String, place: RowOnSubjects.Place) throws {
    let row = try #require(Catalogue.row(named: name))
    let meeting = Meeting()
    let subject = RowOnSubjects(row) { if $0 == place { meeting.callback() } }
    let slot = SingleAssignmentDisposable()
    let callbackSide = DispatchQueue(label: "callback")
    let callingSide = DispatchQueue(label: "calling")
    let returned = DispatchGroup()

    callbackSide.async(group: returned) {
      slot.setDisposable(
        subject.stream.subscribe { _ in if place == .delivery { meeting.callback() } })
      for payload in 1...3 {
        for input in 0..<2 { subject.next(payload, from: input) }
      }
      for input in 0..<2 { subject.completed(from: input) }
      slot.dispose()
      RowOnSubjects.settle(row) { meeting.wasEntered }
      meeting.giveUp()
    }
    callingSide.async(group: returned) {
      meeting.holdingTheLock {
        subject.next(4, from: 1)
        subject.next(5, from: 0)
        let late = subject.stream.subscribe { _ in }
        subject.completed(from: 1)
        subject.error(from: 0)
        slot.dispose()
        late.dispose()
      }
    }
    let isDone = returned.wait(timeout: .now() + .seconds(Self.patienceSeconds)) == .success
    #expect(isDone, "\(name): a call waits for the \(place) that waits for the caller")
  }

  /// How long two threads may take before they are taken to be in a deadlock.
  private static let patienceSeconds = 20
}

/// Where a callback and a caller meet: the first callback waits for the lock that the caller holds.
private final class Meeting: Sendable {
  private let foreign = NSLock()
  private let entered = DispatchSemaphore(value: 0)
  private let isHeld = DispatchSemaphore(value: 0)
  private let isFirst = BooleanFlag()

  var wasEntered: Bool { isFirst.isRaised }

  /// Inside the library: the first time, wants the lock that the other thread holds by now.
  func callback() {
    guard isFirst.raise() else { return }
    entered.signal()
    isHeld.wait()
    foreign.withLock {}
  }

  /// Nobody will call back any more; the other thread goes on without.
  func giveUp() {
    if isFirst.raise() {
      entered.signal()
      isHeld.wait()
    }
  }

  /// Makes calls while a callback wants the lock.
  func holdingTheLock(_ calls: () -> Void) {
    entered.wait()
    foreign.withLock {
      isHeld.signal()
      calls()
    }
  }
}

/// A flag that one caller raises.
private final class BooleanFlag: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var value = false

  var isRaised: Bool { lock.withLock { value } }

  func raise() -> Bool {
    lock.withLock {
      if value { return false }
      value = true
      return true
    }
  }
}
