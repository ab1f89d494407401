import CScheduleRuntime
import Dispatch
import Testing

@testable import ScheduleKit

extension ExploreSuites {
  @Suite("Use after free", .serialized, .timeLimit(.minutes(2)))
  struct UseAfterFreeTests {
    /// Canaries lie one in each piece of memory that is watched; a block holds a few.
    private static let count = 4

    private static func allocate() -> UnsafeMutablePointer<csr_canary> {
      let block = UnsafeMutablePointer<csr_canary>.allocate(capacity: count)
      block.initialize(repeating: csr_canary(), count: count)
      return block
    }

    private func incidents(_ seed: UInt64, _ bodies: [() -> Void]) -> [ScheduleIncident] {
      let raw = TaskFixture(seed: seed, bodies).run(detectsRaces: true)
      #expect(raw.outcome == CSR_COMPLETED.rawValue)
      var reader = IncidentReader()
      return reader.incidents(of: raw)
    }

    @Test(
      "what another task touches after it was freed is reported, whether or not anyone touched it before",
      arguments: [[0], [], [0, 1, 2, 3]])
    func violating(touchedBefore: [Int]) {
      var orders: Set<Bool> = []
      for seed in 0..<UInt64(40) {
        let block = Self.allocate()
        var isFreed = false
        var isLate = false
        let found = incidents(
          seed,
          [
            {
              for index in touchedBefore { csr_canary_write(block + index) }
              csr_explore_yield()
              block.deallocate()
              isFreed = true
            },
            {
              csr_explore_yield()
              isLate = isFreed
              // The memory stays allocated until the session ends, so this harms nobody.
              csr_canary_write(block + 2)
            },
          ])
        let uses = found.filter { $0.message.hasPrefix("use after free") }
        #expect(uses.count == (isLate ? 1 : 0))
        #expect(uses.allSatisfy { $0.kind == .useAfterFree && $0.message.contains("write in") })
        #expect(uses.allSatisfy { $0.details.contains("task 1") && $0.details.contains("task 2") })
        orders.insert(isLate)
      }
      #expect(orders == [true, false])
    }

    @Test("what is freed by whoever was notified that nobody needs it any more is lawful")
    func lawful() {
      for seed in 0..<UInt64(40) {
        let block = Self.allocate()
        let isDone = DispatchSemaphore(value: 0)
        let found = incidents(
          seed,
          [
            {
              isDone.wait()
              block.deallocate()
              // Another block is another object, wherever it lies.
              let next = Self.allocate()
              for index in 0..<Self.count { csr_canary_write(next + index) }
              next.deallocate()
            },
            {
              csr_canary_write(block + 2)
              isDone.signal()
            },
          ])
        #expect(found.isEmpty)
      }
    }

    @Test("what one session has freed is forgotten by the next one, which may get that memory")
    func nextSession() {
      for seed in 0..<UInt64(20) {
        let block = Self.allocate()
        #expect(incidents(seed, [{ block.deallocate() }]).isEmpty)
        let again = Self.allocate()
        #expect(incidents(seed, [{ csr_canary_write(again + 2) }]).isEmpty)
        again.deallocate()
      }
    }
  }
}
