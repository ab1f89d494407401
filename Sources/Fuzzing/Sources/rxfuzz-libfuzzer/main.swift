import CLibFuzzer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The one target of the process; libFuzzer calls it from one thread.
enum Fuzzing {
  // Safety: libFuzzer calls its target from the main thread only.
  nonisolated(unsafe) static let target = FuzzTarget(
    corpus: getenv("RXFUZZ_CORPUS").map { String(cString: $0) } ?? "corpus")
}

var count = CommandLine.argc
var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
  withUnsafeMutablePointer(to: &words) { words in
    words.withMemoryRebound(
      to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self, capacity: 1
    ) {
      LLVMFuzzerRunDriver(&count, $0) { data, size in
        Fuzzing.target.run(UnsafeBufferPointer(start: data, count: size))
        return 0
      }
    }
  })
