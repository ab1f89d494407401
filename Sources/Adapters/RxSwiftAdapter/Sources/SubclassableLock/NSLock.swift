#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Stands for Foundation's lock in versions of RxSwift up to 6.8, which derive their atomic numbers from it: compilers since
/// 6.0 refuse a subclass of Foundation's own on Linux where CoreFoundation is not imported, too.
/// A mutex without more, as Foundation's is.
class NSLock {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }
}
