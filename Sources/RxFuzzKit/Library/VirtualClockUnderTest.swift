/// A scheduler of the library under test whose time stands still until the script advances it.
///
/// Bindings reach it through `Iteration.virtualClock(_:)`, and cast it to what they know. Thread-safety: what the
/// library schedules on it comes from any thread; `advance` is called by one thread at a time.
public protocol VirtualClockUnderTest: AnyObject, Sendable {
  /// Moves the time forward, and does on the calling thread what is due by then, in the order of its time.
  func advance(milliseconds: Int)
}
