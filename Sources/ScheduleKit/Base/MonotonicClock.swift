#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Time that never jumps; for budgets, rates and watchdogs, never for verdicts on a trace.
public enum MonotonicClock {
  /// Milliseconds since some fixed moment.
  public static func milliseconds() -> UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000 + UInt64(now.tv_nsec) / 1_000_000
  }
}
