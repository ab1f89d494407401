/// Counts what this library holds: live sinks, observers and disposables.
///
/// Counted in debug builds, and in any build with the condition `RX_RESOURCES`; elsewhere `total` is always 0.
/// Thread-safety: any thread.
public enum Resources {
  #if DEBUG || RX_RESOURCES
    private static let live = AtomicCounter()

    /// How many are alive at this moment.
    public static var total: Int { live.value }

    static func increment() { live.increment() }
    static func decrement() { live.decrementReachesZero() }
  #else
    /// Always 0: this build does not count.
    public static var total: Int { 0 }

    @inline(__always) static func increment() {}
    @inline(__always) static func decrement() {}
  #endif
}
