import CScheduleRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Backtraces of all threads of this process.
public enum ThreadBacktraces {
  /// How long each thread may take to answer.
  private static let threadMillisecondsMax: UInt32 = 200

  /// Writes them to standard error, one thread after another, as `Symboliser` reads them. One caller at a time; meant for a
  /// process that is about to end.
  public static func write() {
    csr_backtrace_all_threads(STDERR_FILENO, threadMillisecondsMax)
  }
}
