#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The one target of the process.
private enum Fuzzing {
  // Safety: libFuzzer calls its target from the main thread only.
  nonisolated(unsafe) static let target = FuzzTarget(
    corpus: getenv("RXFUZZ_CORPUS").map { String(cString: $0) } ?? "corpus")
}

/// What libFuzzer, whose main function this program has, calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  Fuzzing.target.run(UnsafeBufferPointer(start: data, count: size))
  return 0
}
