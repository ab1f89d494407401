import CScheduleRuntime

/// The processor's cores, its cycle counter, and where the calling thread runs.
///
/// Thread-safety: all members from any thread; what concerns a thread concerns the calling one.
public enum Processor {
  /// Cores that the process may use; at least 1.
  public static var coreCount: Int { Int(csr_core_count()) }

  /// Binds the thread to one core, taken modulo the number of cores that the process may use; false where the platform
  /// has no such call.
  @discardableResult
  public static func pin(toCore core: Int) -> Bool {
    csr_pin_thread(UInt32(truncatingIfNeeded: core))
  }

  /// Gives the thread back all cores that the process may use.
  public static func unpin() { csr_unpin_thread() }

  /// The system's number of the thread; 0 where it has none.
  public static var threadNumber: Int32 { csr_thread_number() }

  /// The cycle counter: monotonic, and comparable between the cores of one machine.
  @inlinable
  public static var ticks: UInt64 { csr_ticks() }

  /// Ticks of the cycle counter in a millisecond; measured once, in a millisecond, by the first caller.
  public static var ticksPerMillisecond: UInt64 { csr_ticks_per_millisecond() }

  /// Spins until the cycle counter has come to that.
  @inlinable
  public static func spin(until ticks: UInt64) { csr_spin_until(ticks) }

  /// Spins for so many turns, with that hint to the processor.
  @inlinable
  public static func spin(turns: UInt64) { csr_spin(turns) }

  /// Gives the core to another thread that is ready to run, if there is one.
  public static func yield() { csr_yield() }

  /// Nanoseconds for which the thread has had a processor.
  public static var threadNanoseconds: UInt64 { csr_thread_nanoseconds() }
}
