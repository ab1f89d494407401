import Dispatch
import Foundation
import Testing

@testable import ScheduleKit

@Suite("Threads that wait for locks of each other")
struct LockWaitsTests {
  @Test("a circle is one, and so is what waits for it")
  func circles() {
    #expect(LockWaits(holders: [1: 2, 2: 1, 3: 1]).deadlocked == [1, 2, 3])
    #expect(LockWaits(holders: [1: 1]).deadlocked == [1])
    #expect(LockWaits(holders: [1: 2, 2: 3]).deadlocked.isEmpty)
    #expect(LockWaits(holders: [:]).deadlocked.isEmpty)
  }

  @Test(
    "of a call of the system, a wait for a lock without a bound is taken",
    arguments: [
      ("0x7f0680aa1c60 0x80 0x2 0x0", true), ("0x7f0680aa1c60 0x0 0x2 0x0", true),
      ("0x7f0680aa1c60 0x86 0x0 0x0", true), ("0x7f0680aa1c60 0x8d 0x0 0x0", true),
      // With a bound; what no mutex holds; a wait for a condition; words that are none.
      ("0x7f0680aa1c60 0x80 0x2 0x7f068000", false), ("0x7f0680aa1c60 0x80 0x1 0x0", false),
      ("0x7f0680aa1c60 0x189 0x0 0x0", false), ("", false),
    ])
  func calls(arguments: String, isWait: Bool) {
    #if arch(x86_64)
      let number = "202"
    #else
      let number = "98"
    #endif
    let rest = "0x0 0x0 0x7ffd2 0x7f06c62cb12b"
    #expect((SleepingCall("\(number) \(arguments) \(rest)") != nil) == isWait)
    #expect(SleepingCall("7 \(arguments) \(rest)") == nil)
    #expect(SleepingCall("running") == nil)
  }

  #if os(Linux)
    /// Two threads that take two locks, and their numbers when they have come as far as they get.
    private final class Pair: @unchecked Sendable {
      // Safety: `numbers` is guarded by `gate`.
      private let gate = NSLock()
      private var numbers: Set<Int32> = []
      private let meeting = Rendezvous(parties: 2, sharesCores: true)

      func enter() {
        let number = Processor.threadNumber
        gate.withLock { _ = numbers.insert(number) }
      }

      func meet(_ party: Int) {
        var place = Rendezvous.Place(party: party)
        meeting.meet(&place)
      }

      var both: Set<Int32>? { gate.withLock { numbers.count == 2 ? numbers : nil } }
    }

    private func start(_ pair: Pair, _ body: @escaping @Sendable (Int) -> Void) {
      for party in 0..<2 {
        #expect(
          PlainThread.start {
            pair.enter()
            body(party)
          })
      }
    }

    private func waitUntil(_ isTrue: () -> Bool) -> Bool {
      for _ in 0..<2_000 where !isTrue() { usleep(5_000) }
      return isTrue()
    }

    @Test("each holds the lock that the other waits for")
    func deadlock() {
      let pair = Pair()
      let locks = [NSLock(), NSRecursiveLock()] as [any NSLocking & Sendable]
      start(pair) { party in
        locks[party].lock()
        pair.meet(party)
        // For ever: they end with the process.
        locks[1 - party].lock()
      }
      #expect(waitUntil { pair.both.map(LockWaits().deadlocked.isSuperset) ?? false })
      let watch = DeadlockWatch()
      #expect(watch.hasNews())
      #expect(!watch.hasNews())
    }

    @Test("who waits for one that only sleeps is in no circle")
    func chain() {
      let pair = Pair()
      let (lock, isOver) = (NSLock(), DispatchSemaphore(value: 0))
      start(pair) { party in
        if party == 0 { lock.lock() }
        pair.meet(party)
        if party == 0 { isOver.wait() } else { lock.lock() }
        lock.unlock()
      }
      #expect(
        waitUntil { pair.both.map { !$0.isDisjoint(with: LockWaits().holders.keys) } ?? false })
      #expect(pair.both?.isDisjoint(with: LockWaits().deadlocked) ?? false)
      isOver.signal()
    }
  #endif
}
