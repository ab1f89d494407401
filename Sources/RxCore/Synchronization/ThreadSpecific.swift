#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One pointer for each thread, nil until it is set.
struct ThreadSpecific: Sendable {
  private let key: pthread_key_t

  /// Takes one of the process's few keys, for good.
  init() {
    var key = pthread_key_t()
    if pthread_key_create(&key, nil) != 0 { Violation.threadKeyUnavailable.trap() }
    self.key = key
  }

  /// The calling thread's pointer.
  var value: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}
