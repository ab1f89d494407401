import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock of the system.
final class Lock: @unchecked Sendable {
  // Safety: the system's mutex synchronises itself; the pointer never changes.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(mutex, nil) }
  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}

/// Reads and writes are ordered, and the two together are not one step.
final class SharedCounter: Sendable {
  private let value = Atomic<Int>(0)
  func increment() {
    let old = value.load(ordering: .acquiring)
    value.store(old + 1, ordering: .releasing)
  }
  var now: Int { value.load(ordering: .acquiring) }
}

/// A flag that all see.
final class SharedFlag: Sendable {
  private let flag = Atomic<Bool>(false)
  var isUp: Bool { flag.load(ordering: .acquiring) }
  func raise() { flag.store(true, ordering: .releasing) }
}

/// Two tasks that each resume what nobody has, as both of them may see it.
func resumeByTwoTasks(_ resume: @escaping @Sendable () -> Void) {
  let done = SharedFlag()
  for _ in 0..<2 {
    Task {
      if !done.isUp {
        done.raise()
        resume()
      }
    }
  }
}
