import CScheduleRuntime

/// Threads for Swift tasks of free races.
///
/// Thread-safety: any thread, but not while schedules are under control.
public enum WideQueues {
  /// Runs `body` while what is given to the queue of Swift tasks, which has as many threads as there are cores, runs on
  /// threads that are made as some are needed: who waits, or races, blocks those of the queue. What was handed over runs on
  /// afterwards. Without effect but on Linux.
  public static func during<Result>(_ body: () throws -> Result) rethrows -> Result {
    csr_wide_queues_begin()
    defer { csr_wide_queues_end() }
    return try body()
  }
}
