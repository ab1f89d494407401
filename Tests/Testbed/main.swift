import RxFuzzCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

let hangSeconds = getenv("TESTBED_HANG_SECONDS").flatMap { Int(String(cString: $0)) }
exit(
  RxFuzzCommand.run(
    library: ToyLibrary(), arguments: CommandLine.arguments, hangSeconds: hangSeconds))
