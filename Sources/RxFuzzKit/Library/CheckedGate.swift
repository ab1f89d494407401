#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What one thread of a check waits for until another one opens it. Thread-safety: any thread.
///
/// There is no limit of time: whoever waits for what never comes hangs, and that the engine tells as LIVE-1. It knows a thread
/// that gets no processor from one that waits for ever, which a limit here would not.
public final class CheckedGate: @unchecked Sendable {
  // Safety: `open` is touched under `lock` only.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let opened: UnsafeMutablePointer<pthread_cond_t>
  private var open = false

  /// It is closed.
  public init() {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    opened = .allocate(capacity: 1)
    opened.initialize(to: pthread_cond_t())
    pthread_cond_init(opened, nil)
  }

  deinit {
    pthread_cond_destroy(opened)
    opened.deallocate()
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Lets through all who wait, now and later.
  public func pass() {
    pthread_mutex_lock(lock)
    open = true
    pthread_cond_broadcast(opened)
    pthread_mutex_unlock(lock)
  }

  /// Returns when it is open.
  public func wait() {
    pthread_mutex_lock(lock)
    while !open { pthread_cond_wait(opened, lock) }
    pthread_mutex_unlock(lock)
  }

  /// Whether it is open.
  public var isOpen: Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return open
  }
}
