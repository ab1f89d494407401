import CScheduleRuntime

/// Memory that shows when it is read too late or too early, in some batches of free races.
///
/// What is freed is filled with one pattern and kept back for a while, and what is allocated is filled with another one. So
/// what was left there by chance is not taken for a value any more; a block that is freed twice, or written to after it was
/// freed, ends the process with a message. Costs a few nanoseconds for each block: hence only in some batches.
/// Thread-safety: any thread; what is switched on or off is so for the whole process.
public enum MemoryFill {
  /// One of so many batches, in the mean.
  public static let batchesPerFilled = 8

  /// Whether this build can fill memory: where schedules can be controlled, and no sanitizer watches.
  public static var isSupported: Bool { csr_memory_fill_supported() }

  /// What each byte of freed memory holds.
  public static let freedByte = UInt8(CSR_FREED_BYTE)
  /// What each byte of allocated memory holds that nobody has written yet.
  public static let freshByte = UInt8(CSR_FRESH_BYTE)

  /// Whether memory is filled in the batch that begins with the race of that number.
  public static func isChosen(seed: UInt64, batch: Int) -> Bool {
    var chance = SeededGenerator(seed: seed &+ UInt64(batch), stream: stream)
    return isSupported && chance.below(batchesPerFilled) == 0
  }
  private static let stream: UInt64 = 0xF111

  /// Memory is filled from now on.
  public static func begin() { csr_memory_fill_begin() }
  /// Memory is left alone again; what was kept back is looked at and given back. May be called without `begin`.
  public static func end() { csr_memory_fill_end() }
}
