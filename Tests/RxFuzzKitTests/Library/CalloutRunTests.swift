import Foundation
import ScheduleKit
import Testing

@testable import RxFuzzKit

extension ExploreSuites {
  @Suite("A call that must return while a closure is called")
  struct CalloutRunTests {
    /// Calls whoever observes it, under its lock or behind it.
    private final class Caller: @unchecked Sendable {
      // Safety: `lock` guards `count`.
      private let lock = NSLock()
      private var count = 0
      private let holdsLock: Bool
      init(holdsLock: Bool) { self.holdsLock = holdsLock }

      func send(_ observe: () -> Void) {
        lock.withLock {
          count += 1
          if holdsLock { observe() }
        }
        if !holdsLock { observe() }
      }
    }

    private static func script(
      _ make: @escaping CalloutRun.Case
    ) -> (library: FaultyPrimitives, script: CheckScript) {
      let check = LibraryCheck("callouts", ways: 1, staysInCalls: true) { _ in CalloutRun(make) }
      let operation = CheckOperation(name: "callouts", way: 1)
      return (FaultyPrimitives(checks: [check]), CheckScript(queues: [[operation]]))
    }

    private static func sending(_ caller: Caller) -> CalloutRun.Case {
      { gate in ({ caller.send { gate.enter() } }, { caller.send {} }) }
    }

    /// What some schedules under control show.
    private static func hunted(_ make: @escaping CalloutRun.Case) -> ScheduleViolation? {
      let (library, script) = script(make)
      return ScheduleHunt(PrimitiveRunner(script, library: library), seed: 1)
        .hunt(schedulesMax: 20) { _ in true }.failure?.violation
    }

    @Test("who calls out under a lock is found under control, who does not is silent")
    func locks() {
      let broken = Self.hunted { Self.sending(Caller(holdsLock: true))($0) }
      #expect(broken?.rule == InvariantName.live1.rawValue)
      #expect(Self.hunted { Self.sending(Caller(holdsLock: false))($0) } == nil)
    }

    @Test("a closure that is never called is a failure, and nobody waits for it")
    func notCalled() {
      let run = CalloutRun { _ in ({}, {}) }
      run.perform(queue: 0)
      run.perform(queue: 1)
      #expect(run.fault()?.invariant == .val1)
    }
  }
}
