import CScheduleRuntime
import Dispatch
import Testing

@testable import RxFuzzKit

extension ExploreSuites {
  @Suite("Which queues there are", .serialized, .timeLimit(.minutes(2)))
  struct QueueRegistryTests {
    /// More than any fixed table is likely to hold.
    private static let many = 9_000

    /// Whether calls on it were seen to overlap under some of a few schedules.
    private func overlaps(on queue: DispatchQueue) -> Bool {
      (0..<UInt64(20)).contains { seed in
        let calls = Calls()
        let body = { queue.async { calls.make() } }
        let result = TaskFixture(seed: seed, [body, body]).run(detectsRaces: false)
        #expect(result.outcome == CSR_COMPLETED.rawValue)
        return calls.haveOverlapped
      }
    }

    @Test(
      "thousands of queues at a time are known for what they are, the last as well as the first")
    func manyAtATime() {
      let serial = (0..<Self.many).map { DispatchQueue(label: "explore.many.\($0 % 3)") }
      let concurrent = DispatchQueue(label: "explore.many", attributes: .concurrent)
      for queue in [serial[0], serial[Self.many / 2], serial[Self.many - 1]] {
        #expect(!overlaps(on: queue))
      }
      #expect(overlaps(on: concurrent))
    }

    @Test("thousands of queues one after the other leave nothing behind")
    func manyInTurn() {
      let kept = DispatchQueue(label: "explore.turn")
      for number in 0..<Self.many {
        let queue = DispatchQueue(label: "explore.turn")
        if number % 3_000 == 0 { #expect(!overlaps(on: queue)) }
      }
      #expect(!overlaps(on: kept))
      #expect(overlaps(on: DispatchQueue(label: "explore.turn", attributes: .concurrent)))
    }

    @Test(
      "a queue that is freed leaves its place among those of its name, wherever the next one lies")
    func placeAmongNames() {
      func paths(_ queue: DispatchQueue) -> Set<UInt64> {
        // The other task goes on for long, so that the queue's has to be chosen.
        let other = { for _ in 0..<64 { csr_explore_yield() } }
        let fixture = TaskFixture(seed: 1, [{ queue.async { csr_explore_yield() } }, other])
        #expect(fixture.run(detectsRaces: false).outcome == CSR_COMPLETED.rawValue)
        return fixture.paths
      }
      let first = DispatchQueue(label: "explore.place")
      let firstPaths = paths(first)
      func pathsOfOther() -> Set<UInt64> { paths(DispatchQueue(label: "explore.place")) }
      let second = pathsOfOther()
      #expect(second != firstPaths)
      // What lay there is taken, so that the next queue must lie elsewhere.
      let blocks = (4..<40).flatMap { size in
        (0..<32).map { _ in UnsafeMutableRawPointer.allocate(byteCount: size * 16, alignment: 16) }
      }
      defer { for block in blocks { block.deallocate() } }
      #expect(pathsOfOther() == second)
      withExtendedLifetime(first) { #expect(paths(first) == firstPaths) }
    }
  }
}

/// Whether calls overlap.
private final class Calls: @unchecked Sendable {
  // Safety: one task runs at a time, and the hand-offs of the session order all accesses.
  private var inside = 0
  private(set) var haveOverlapped = false

  func make() {
    inside += 1
    csr_explore_yield()
    if inside > 1 { haveOverlapped = true }
    inside -= 1
  }
}
