#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A mutual-exclusion lock on `pthread_mutex_t`, whose address stays put.
///
/// Not recursive. Nothing is ever called out while it is held: observers, closures, `subscribe` and
/// `dispose` all run after it was released, so no order of two locks can arise.
struct Lock: ~Copyable, @unchecked Sendable {
  // Safety: the pointee is touched by the pthread functions only, and freed with the only owner.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let status = pthread_mutex_init(mutex, nil)
    if status != 0 { Violation.lockUnusable.trap() }
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Decides under the lock; what is decided is done by the caller, after it.
  @inline(__always)
  func withLock<Decision>(_ decide: () -> Decision) -> Decision {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return decide()
  }
}
