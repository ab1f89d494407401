import RxCoreAdapter
import RxFuzzCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

exit(RxFuzzCommand.run(library: RxCoreLibrary(), arguments: CommandLine.arguments))
