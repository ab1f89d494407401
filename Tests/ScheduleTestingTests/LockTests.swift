import Dispatch
import Foundation
import ScheduleTesting
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Values that are looked up by many and filled in by whoever misses one.
private final class Lookup: @unchecked Sendable {
  // Safety: `lock` guards `values`, but for `fillAmongReaders`.
  private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private var values: [Int: Int] = [:]

  init() { pthread_rwlock_init(lock, nil) }
  deinit {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  func fillAmongReaders(_ key: Int) {
    pthread_rwlock_rdlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    if values[key] == nil { values[key] = key }
  }

  func fill(_ key: Int) {
    if has(key) { return }
    pthread_rwlock_wrlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    values[key] = key
  }

  func has(_ key: Int) -> Bool {
    pthread_rwlock_rdlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return values[key] != nil
  }

  /// Whether it could be filled without waiting.
  func fillAtOnce(_ key: Int) -> Bool {
    guard pthread_rwlock_trywrlock(lock) == 0 else { return false }
    defer { pthread_rwlock_unlock(lock) }
    values[key] = key
    return true
  }

  /// Takes the lock to write while it holds it to read.
  func upgrade() {
    pthread_rwlock_rdlock(lock)
    pthread_rwlock_wrlock(lock)
    pthread_rwlock_unlock(lock)
    pthread_rwlock_unlock(lock)
  }
}

/// Works off what it is given, on a thread that is there from the beginning.
private final class Worker: @unchecked Sendable {
  // Safety: `condition` guards the rest.
  private let condition = NSCondition()
  private var work: [() -> Void] = []
  private var isOver = false

  init() { Thread.detachNewThread { self.run() } }

  func add(_ item: @escaping () -> Void) {
    condition.withLock {
      work.append(item)
      condition.signal()
    }
  }

  func end() {
    condition.withLock {
      isOver = true
      condition.signal()
    }
  }

  private func run() {
    while let item = next() { item() }
  }

  private func next() -> (() -> Void)? {
    condition.withLock {
      while work.isEmpty, !isOver { condition.wait() }
      return work.isEmpty ? nil : work.removeFirst()
    }
  }
}

#if os(Linux)
  /// Elements, and a semaphore that counts them. A torn one counts before it puts.
  private final class PosixStore: @unchecked Sendable {
    // Safety: `lock` guards `elements`, but for `put` where it is torn.
    private let count = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    private let lock = UnsafeMutablePointer<pthread_spinlock_t>.allocate(capacity: 1)
    private var elements: [Int] = []

    init() {
      sem_init(count, 0, 0)
      pthread_spin_init(lock, 0)
    }
    deinit {
      sem_destroy(count)
      pthread_spin_destroy(lock)
      count.deallocate()
      lock.deallocate()
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
      pthread_spin_lock(lock)
      defer { pthread_spin_unlock(lock) }
      return body()
    }

    func put(_ element: Int, isTorn: Bool) {
      if isTorn { sem_post(count) }
      locked { elements.append(element) }
      if !isTorn { sem_post(count) }
    }

    func take() -> Int {
      sem_wait(count)
      return locked { elements.isEmpty ? 0 : elements.removeFirst() }
    }

    /// Waits for one second.
    var hasMore: Bool {
      var deadline = timespec()
      clock_gettime(CLOCK_REALTIME, &deadline)
      deadline.tv_sec += 1
      return sem_timedwait(count, &deadline) == 0
    }
  }

  /// Each of two threads writes its half, waits for the other at a barrier, and adds up both; a hasty one adds up first.
  private final class Halves: @unchecked Sendable {
    // Safety: who reads both has passed `barrier` since they were written, but for who is hasty.
    private let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
    private let halves = UnsafeMutablePointer<Int>.allocate(capacity: 2)

    init(parties: UInt32) {
      pthread_barrier_init(barrier, nil, parties)
      halves.initialize(repeating: 0, count: 2)
    }
    deinit {
      pthread_barrier_destroy(barrier)
      barrier.deallocate()
      halves.deallocate()
    }

    /// Whether this thread is the one of them that the barrier names.
    func meet() -> Bool { pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD }

    func write(_ value: Int, at index: Int) { halves[index] = value }
    var sum: Int { halves[0] + halves[1] }
  }
#endif

extension TestingSuites {
  @Suite("Locks, and threads of the test's own")
  struct LockTests {
    @Test("who reads under a read-write lock may not write")
    func readers() throws {
      let report = try failing {
        try race(iterations: 0, schedules: 100) { r in
          let lookup = Lookup()
          r.thread { lookup.fillAmongReaders(1) }
          r.thread { lookup.fillAmongReaders(1) }
        }
      }.report
      #expect(report.failure?.rule == "race")
      let stuck = try failing {
        try race(iterations: 0, schedules: 100) { r in
          let lookup = Lookup()
          r.thread { lookup.upgrade() }
          r.thread { lookup.upgrade() }
        }
      }.report
      #expect(stuck.failure?.rule == "deadlock")
      #expect(!stuck.notes.contains { $0.contains("instrumented") })
    }

    @Test("who writes under it comes after all who have read, also where it only tries")
    func writers() throws {
      let report = try race(iterations: 200, schedules: 300) { r in
        let lookup = Lookup()
        r.thread { lookup.fill(1) }
        r.thread { lookup.fill(1) }
        r.thread { if lookup.fillAtOnce(2) { r.expect(lookup.has(2)) } }
        r.afterwards { #expect(lookup.has(1)) }
      }
      #expect(report.failure == nil)
    }

    @Test("a thread that the body starts is one more that races")
    func worker() throws {
      let report = try race(iterations: 100, schedules: 300) { r in
        let (worker, counter) = (Worker(), LockedCounter())
        let done = DispatchSemaphore(value: 0)
        r.thread {
          worker.add {
            counter.increment()
            done.signal()
          }
        }
        r.thread {
          done.wait()
          worker.end()
          r.expect(counter.now == 1)
        }
      }
      #expect(report.failure == nil && report.schedules == 300)
      let unordered = try failing {
        try race(iterations: 0, schedules: 100) { r in
          let counter = Counter()
          Thread.detachNewThread { counter.increment() }
          r.thread { counter.increment() }
          r.thread {}
        }
      }.report
      #expect(unordered.failure?.rule == "race")
    }

    #if os(Linux)
      @Test("semaphores and spin locks of POSIX", arguments: [true, false])
      func posix(isTorn: Bool) throws {
        func check() throws -> TestReport {
          try race(iterations: 0, schedules: 200) { r in
            let store = PosixStore()
            r.thread {
              store.put(1, isTorn: isTorn)
              store.put(2, isTorn: isTorn)
            }
            r.thread { r.expect(store.take() + store.take() == 3) }
            r.afterwards {
              r.expect(!store.hasMore)
              store.put(3, isTorn: false)
              r.expect(store.take() == 3)
            }
          }
        }
        guard isTorn else {
          let report = try check()
          return #expect(report.failure == nil && report.distinctSchedules > 20)
        }
        #expect(try failing { try check() }.report.failure?.rule != nil)
      }

      @Test("a semaphore of POSIX that nobody posts is a deadlock, or its time is up")
      func posixInVain() throws {
        let report = try failing {
          try race(iterations: 0, schedules: 20) { r in
            let store = PosixStore()
            r.thread { r.expect(!store.hasMore) }
            r.thread { _ = store.take() }
          }
        }.report
        #expect(report.failure?.rule == "deadlock")
      }

      @Test(
        "who waits at a barrier of POSIX waits for all others, each time", arguments: [true, false])
      func barrier(isHasty: Bool) throws {
        func check() throws -> TestReport {
          try race(iterations: 0, schedules: 300) { r in
            let halves = Halves(parties: 2)
            let named = Mutex(0)
            for index in 0...1 {
              r.thread {
                for round in 1...2 {
                  halves.write(round, at: index)
                  let early = isHasty ? halves.sum : 2 * round
                  if halves.meet() { named.withLock { $0 += 1 } }
                  r.expect(early == 2 * round && halves.sum == 2 * round)
                  if halves.meet() { named.withLock { $0 += 1 } }
                }
              }
            }
            r.afterwards { #expect(named.withLock { $0 } == 4) }
          }
        }
        guard isHasty else {
          let report = try check()
          return #expect(report.failure == nil && report.distinctSchedules > 20)
        }
        #expect(try failing { try check() }.report.failure != nil)
      }

      @Test("a barrier of POSIX that one too few come to is a deadlock")
      func barrierInVain() throws {
        let report = try failing {
          try race(iterations: 0, schedules: 20) { r in
            let halves = Halves(parties: 3)
            for _ in 0...1 { r.thread { _ = halves.meet() } }
          }
        }.report
        #expect(report.failure?.rule == "deadlock")
      }
    #endif
  }
}
