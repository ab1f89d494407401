import CScheduleRuntime

/// What the calling thread has allocated and not freed since it began to count. Only of use where a thread frees itself
/// what it allocates.
///
/// Thread-safety: each thread counts for itself.
public enum CountedHeap {
  /// Whether allocations of this process can be seen.
  public static let isSupported: Bool = {
    let isSupported = csr_heap_begin()
    csr_heap_end()
    return isSupported
  }()

  /// Begins to count, from zero; false where allocations cannot be seen.
  public static func begin() -> Bool { csr_heap_begin() }

  /// What was counted so far.
  public static func read() -> (objects: Int64, bytes: Int64) {
    let heap = csr_heap_read()
    return (heap.objects, heap.bytes)
  }

  /// Counts no more.
  public static func end() { csr_heap_end() }
}
