#if canImport(Glibc)
  import Glibc
  import ScheduleKit
  import Testing

  @Suite("The memory of a process")
  struct ProcessMemoryTests {
    private static let blocks = 16_384
    private static let blockBytes = 4_096

    /// Pages that are in memory now.
    private static func residentPages() throws -> Int {
      let file = try #require(fopen("/proc/self/statm", "r"))
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 128)
      fgets(&line, Int32(line.count), file)
      let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
        .split(separator: " ")
      return try #require(Int(words[1]))
    }

    @Test("what nobody uses is given back, also where it lies before something in use")
    func giveBack() throws {
      let taken = (0..<Self.blocks).map { _ -> UnsafeMutableRawPointer? in
        let block = malloc(Self.blockBytes)
        if let block { memset(block, 1, Self.blockBytes) }
        return block
      }
      for block in taken.dropLast() { free(block) }
      let before = try Self.residentPages()
      ProcessMemory.giveBack()
      let after = try Self.residentPages()
      free(taken.last ?? nil)
      // Other tests of the process take some meanwhile.
      #expect(before - after > Self.blocks / 2)
    }
  }
#endif
