import CScheduleRuntime
import Testing

@testable import RxFuzzKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension ExploreSuites {
  @Suite("What the heap may not decide", .serialized, .timeLimit(.minutes(2)))
  struct HeapTests {
    /// The capacity of an array that asks for so many words under control.
    private func capacity(_ words: Int) -> Int {
      let reported = UnsafeMutablePointer<Int>.allocate(capacity: 1)
      reported.initialize(to: 0)
      defer { reported.deallocate() }
      let body = {
        var array: [Int] = []
        array.reserveCapacity(words)
        reported.pointee = array.capacity
      }
      #expect(
        TaskFixture(seed: 1, [body]).run(detectsRaces: false).outcome == CSR_COMPLETED.rawValue)
      return reported.pointee
    }

    /// Leaves blocks behind that are two words larger than what such an array asks for: too little for a block of its own.
    /// Returns what stands between them, lest they become one.
    private func leaveLargerBlocks(than words: Int) -> [UnsafeMutableRawPointer?] {
      // An array has a header of four words.
      let bytes = (words + 4) * 8 + 16
      let pairs = (0..<64).map { _ in (malloc(bytes), malloc(64)) }
      for (block, _) in pairs { free(block) }
      return pairs.map(\.1)
    }

    @Test(
      "an array under control has the capacity that it asked for, whatever blocks the heap has left",
      arguments: [300, 401, 502, 1_003])
    func capacities(words: Int) {
      let walls = leaveLargerBlocks(than: words)
      defer { for wall in walls { free(wall) } }
      for _ in 0..<8 { #expect((words...words + 1).contains(capacity(words))) }
    }

    @Test("equal collections that lie elsewhere hash alike")
    func hashing() {
      func order() -> [Int] { Array(Set(0..<1_000)) }
      let (first, second) = (order(), order())
      #expect(first == second)
      let kept = Set(0..<1_000)
      #expect(Array(kept) == first)
    }
  }
}
