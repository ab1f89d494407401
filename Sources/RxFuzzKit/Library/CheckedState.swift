#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that several threads of a check use, behind a lock that ThreadSanitizer sees through. Thread-safety: any thread.
public final class CheckedState<Value>: @unchecked Sendable {
  // Safety: `value` is touched under `lock` only.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// - Parameter value: what it is at first.
  public init(_ value: Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Calls `body` under the lock, which is not taken twice by one thread.
  public func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body(&value)
  }
}

/// Calls that must come one after the other. Thread-safety: any thread.
public final class CheckedCalls: Sendable {
  /// Those that are under way, and whether there were two.
  private let state = CheckedState<(count: Int, overlap: Bool)>((0, false))

  /// None is under way.
  public init() {}

  /// Does `body`, and notes whether another call is under way.
  public func call(_ body: () -> Void) {
    state.withLock { $0 = ($0.count + 1, $0.overlap || $0.count > 0) }
    body()
    state.withLock { $0.count -= 1 }
  }

  /// Whether two were ever under way at once.
  public var haveOverlapped: Bool { state.withLock { $0.overlap } }
}
