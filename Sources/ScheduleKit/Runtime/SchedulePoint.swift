import CScheduleRuntime

/// Points of choice that code makes by itself, beside those that instrumentation and interposed calls make.
///
/// Thread-safety: all members from any thread; where it is not controlled they do nothing.
public enum SchedulePoint {
  /// Whether the calling thread is a task of a session.
  public static var isControlled: Bool { csr_explore_is_controlled() }

  /// Takes the calling thread out of control, for what belongs to a tool and not to the code under test, until `reenter`;
  /// what it gives is to be given back there.
  public static func leave() -> UnsafeMutableRawPointer? { csr_explore_leave() }

  /// Ends what `leave` has begun, on the same thread.
  public static func reenter(_ left: UnsafeMutableRawPointer?) { csr_explore_reenter(left) }

  /// A point of choice without an operation.
  @inlinable
  @inline(__always)
  public static func yield() { csr_explore_yield() }

  /// A point of choice before the caller's own access to an object, for code that is not instrumented.
  ///
  /// What other tasks have published there is ordered before what the caller does next, and, if it writes, the other way
  /// round. The place in the code is the caller's, which is why this is always inlined.
  @inlinable
  @inline(__always)
  public static func touch(_ object: AnyObject, writes: Bool) {
    csr_explore_touch(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()), writes)
  }
}
