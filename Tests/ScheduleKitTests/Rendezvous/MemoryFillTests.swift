import Testing

@testable import ScheduleKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The filling of memory", .serialized)
struct MemoryFillTests {
  private static let bytes = 40

  @Test(
    "fresh memory holds the one pattern, freed memory the other",
    .enabled(if: MemoryFill.isSupported))
  func patterns() throws {
    MemoryFill.begin()
    defer { MemoryFill.end() }
    let block = try #require(malloc(Self.bytes))
    let fresh = [UInt8](UnsafeRawBufferPointer(start: block, count: Self.bytes))
    #expect(fresh == Array(repeating: MemoryFill.freshByte, count: Self.bytes))
    memset(block, 7, Self.bytes)
    free(block)
    let freed = [UInt8](UnsafeRawBufferPointer(start: block, count: Self.bytes))
    #expect(freed == Array(repeating: MemoryFill.freedByte, count: Self.bytes))
  }

  @Test("memory that grows keeps what it holds, and memory that is to be zero is zero")
  func lawfulUse() throws {
    MemoryFill.begin()
    defer { MemoryFill.end() }
    for bytes in [1, 16, 24, 40, 1_000, 5_000] {
      let block = try #require(malloc(bytes))
      memset(block, 7, bytes)
      let larger = try #require(realloc(block, bytes * 2))
      let kept = [UInt8](UnsafeRawBufferPointer(start: larger, count: bytes))
      #expect(kept.allSatisfy { $0 == 7 })
      free(larger)
      let zeros = try #require(calloc(bytes, 1))
      #expect([UInt8](UnsafeRawBufferPointer(start: zeros, count: bytes)).allSatisfy { $0 == 0 })
      free(zeros)
    }
  }

  @Test("memory is left alone when it is over, and again when it never began")
  func ending() {
    MemoryFill.begin()
    MemoryFill.end()
    MemoryFill.end()
    let numbers = (0..<1_000).map { String($0) }
    #expect(numbers.last == "999")
  }

  @Test(
    "the same batches of a seed are filled, about one in eight",
    .enabled(if: MemoryFill.isSupported)
  )
  func choice() {
    let chosen = (0..<1_000).filter { MemoryFill.isChosen(seed: 42, batch: $0 * 256) }
    #expect(chosen == (0..<1_000).filter { MemoryFill.isChosen(seed: 42, batch: $0 * 256) })
    #expect((90...160).contains(chosen.count))
  }
}
