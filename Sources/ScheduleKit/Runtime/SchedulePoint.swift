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

  /// Says that a race goes on until so many more asynchronous bodies, Swift tasks that the caller has made, have come to
  /// their end; less than zero where that many have.
  public static func expect(_ more: Int) { csr_explore_expect(Int32(more)) }

  /// Swift tasks of the run that were made so far: after one was made, its number.
  public static var swiftTasks: UInt32 { csr_explore_swift_tasks() }

  /// Says, in the handler of a signal that a crash has raised, that what runs on the calling thread cannot go on: the race
  /// ends as crashed, and the task, or the driver, is left as it is. Does not return then. Returns where the thread is not
  /// controlled. The handler must not block signals, since it never ends; `context` is its `ucontext_t`.
  public static func crashed(signal: Int32, context: UnsafeMutableRawPointer?) {
    csr_explore_crash(signal, context)
  }

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
    touch(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()), writes: writes)
  }

  /// The same, of an object that the address stands for.
  @inlinable
  @inline(__always)
  public static func touch(_ address: UnsafeRawPointer, writes: Bool) {
    csr_explore_touch(address, writes)
  }
}
