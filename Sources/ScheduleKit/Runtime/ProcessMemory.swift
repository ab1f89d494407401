import CScheduleRuntime

/// What the process has of memory.
public enum ProcessMemory {
  /// Lets the threads share that many heaps (at least 1), where the allocator gives each thread one; fewer where the
  /// process's memory is bounded. To be called before other threads allocate; without effect elsewhere.
  public static func limitHeaps(_ heaps: Int) { csr_limit_heaps(UInt32(heaps)) }

  /// Gives the system back what the allocator holds and nobody uses: what was taken once for a moment stays with it
  /// otherwise, heap by heap. Takes milliseconds.
  public static func giveBack() { csr_trim_heaps() }
}
