import CScheduleRuntime
import Dispatch
import Synchronization
import Testing

@testable import RxFuzzKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension ExploreSuites {
  @Suite("The schedule runtime", .serialized, .timeLimit(.minutes(2)))
  struct RuntimeTests {
    /// Runs the bodies as tasks under uniformly random schedules.
    private func explore(
      _ seed: UInt64, _ bodies: [() -> Void], detectsRaces: Bool = false
    ) -> csr_result {
      let fixture = TaskFixture(seed: seed, bodies)
      return fixture.run(detectsRaces: detectsRaces)
    }

    @Test("an update that is not atomic gets lost under some schedule and not under others")
    func lostUpdate() {
      var sums: Set<Int> = []
      for seed in 0..<UInt64(40) {
        let cell = Cell()
        let body = {
          csr_explore_touch(Unmanaged.passUnretained(cell).toOpaque(), false)
          let value = cell.value
          csr_explore_touch(Unmanaged.passUnretained(cell).toOpaque(), true)
          cell.value = value + 1
        }
        #expect(explore(seed, [body, body]).outcome == CSR_COMPLETED.rawValue)
        sums.insert(cell.value)
      }
      #expect(sums == [1, 2])
    }

    @Test("locks taken in opposite orders deadlock, and the report says who holds what")
    func deadlock() {
      var outcomes: Set<UInt32> = []
      for seed in 0..<UInt64(40) {
        let (first, second) = (PlainLock(), PlainLock())
        let result = explore(
          seed,
          [
            { first.with { second.with {} } },
            { second.with { first.with {} } },
          ])
        outcomes.insert(result.outcome)
        guard result.outcome == CSR_DEADLOCK.rawValue else { continue }
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8192) {
          _ = csr_explore_describe($0.baseAddress, 8192)
          return String(cString: $0.baseAddress!)
        }
        #expect(text.contains("held by task 1") && text.contains("held by task 2"))
      }
      #expect(outcomes == [CSR_COMPLETED.rawValue, CSR_DEADLOCK.rawValue])
    }

    @Test("a serial queue runs one call at a time, in the order in which each task gave them")
    func serialQueue() {
      let queue = DispatchQueue(label: "explore.serial")
      for seed in 0..<UInt64(40) {
        let cell = Cell()
        let bodies = (0..<2).map { task -> () -> Void in
          {
            for number in 0..<3 {
              queue.async {
                cell.inside += 1
                csr_explore_yield()
                if cell.inside != 1 { cell.overlaps += 1 }
                cell.order.append(task * 10 + number)
                cell.inside -= 1
              }
            }
            queue.sync { cell.value += 1 }
          }
        }
        #expect(explore(seed, bodies).outcome == CSR_COMPLETED.rawValue)
        #expect(cell.overlaps == 0 && cell.value == 2)
        #expect(cell.order.filter { $0 < 10 } == [0, 1, 2])
        #expect(cell.order.filter { $0 >= 10 } == [10, 11, 12])
      }
    }

    @Test("a concurrent queue overlaps its calls, but for a barrier")
    func concurrentQueue() {
      let queue = DispatchQueue(label: "explore.concurrent", attributes: .concurrent)
      var overlapped = false
      for seed in 0..<UInt64(40) {
        let cell = Cell()
        let body = {
          for _ in 0..<3 {
            queue.async {
              cell.inside += 1
              csr_explore_yield()
              if cell.inside > 1 { cell.overlaps += 1 }
              cell.inside -= 1
            }
          }
          queue.async(flags: .barrier) { cell.value = cell.inside }
        }
        #expect(explore(seed, [body]).outcome == CSR_COMPLETED.rawValue)
        #expect(cell.value == 0)
        if cell.overlaps > 0 { overlapped = true }
      }
      #expect(overlapped)
    }

    @Test("a queue's specific data is found from inside its calls, through its target")
    func specificData() {
      let key = DispatchSpecificKey<Int>()
      let target = DispatchQueue(label: "explore.target")
      target.setSpecific(key: key, value: 7)
      let queue = DispatchQueue(label: "explore.upper", target: target)
      let cell = Cell()
      let result = explore(
        1, [{ queue.async { cell.value = DispatchQueue.getSpecific(key: key) ?? 0 } }])
      #expect(result.outcome == CSR_COMPLETED.rawValue)
      #expect(cell.value == 7)
    }

    @Test("groups and semaphores wait under control, and a wait may time out in virtual time")
    func groupsAndSemaphores() {
      var timedOut: Set<Bool> = []
      for seed in 0..<UInt64(40) {
        let (group, semaphore) = (DispatchGroup(), DispatchSemaphore(value: 0))
        let queue = DispatchQueue(label: "explore.group")
        let cell = Cell()
        let result = explore(
          seed,
          [
            {
              queue.async(group: group) { cell.value += 1 }
              group.notify(queue: queue) { cell.order.append(cell.value) }
              group.wait()
              semaphore.signal()
            },
            {
              let status = semaphore.wait(timeout: .now() + 3600)
              timedOut.insert(status == .timedOut)
            },
          ])
        #expect(result.outcome == CSR_COMPLETED.rawValue)
        #expect(cell.value == 1 && cell.order == [1])
      }
      #expect(timedOut == [true, false])
    }

    @Test(
      "timers fire in virtual time, in the order of their deadlines, and never after their cancellation"
    )
    func timers() {
      let queue = DispatchQueue(label: "explore.timers")
      for seed in 0..<UInt64(40) {
        let cell = Cell()
        let result = explore(
          seed,
          [
            {
              let start = DispatchTime.now()
              let timer = DispatchSource.makeTimerSource(queue: queue)
              timer.schedule(deadline: start + 60, repeating: 60)
              timer.setEventHandler {
                cell.value += 1
                if cell.isDone { cell.overlaps += 1 }
              }
              timer.resume()
              queue.asyncAfter(deadline: start + 90) { cell.order.append(cell.value) }
              usleep(200_000_000)
              queue.sync {
                timer.cancel()
                cell.isDone = true
              }
            }
          ])
        #expect(result.outcome == CSR_COMPLETED.rawValue)
        // Time may pass before the later one is set; it never fires before the earlier one has.
        #expect(cell.order.count == 1 && cell.order[0] >= 1)
        // Firings while the handler waits for its turn are one.
        #expect(cell.value >= 1 && cell.overlaps == 0)
      }
    }

    @Test("calls that nothing orders race on the field that they write, under any schedule")
    func unorderedCalls() {
      let canary = UnsafeMutablePointer<csr_canary>.allocate(capacity: 1)
      canary.initialize(to: csr_canary())
      defer { canary.deallocate() }
      let lock = PlainLock()
      for seed in 0..<UInt64(20) {
        let call = {
          csr_explore_yield()
          csr_canary_write(canary)
        }
        let unordered = explore(seed, [call, call], detectsRaces: true)
        #expect(unordered.reports == 1)
        var report = csr_report()
        #expect(csr_explore_report(0, &report))
        #expect(
          OrderedCallsInvariant.isMeant(
            bySites: [UInt(bitPattern: report.pcs.0), UInt(bitPattern: report.pcs.1)]))
        let ordered = { lock.with(call) }
        #expect(explore(seed, [ordered, ordered], detectsRaces: true).reports == 0)
      }
    }

    @Test("each task is a thread of its own to the code that it runs, the driver not among them")
    func identity() {
      // Plain memory: a collection is a point or two inside, where another task would find it half changed.
      let identities = UnsafeMutablePointer<UInt>.allocate(capacity: 6)
      identities.initialize(repeating: 0, count: 6)
      defer { identities.deallocate() }
      var own = pthread_key_t()
      #expect(pthread_key_create(&own, nil) == 0)
      defer { pthread_key_delete(own) }
      let key = own
      let cell = Cell()
      let bodies = (0..<3).map { task -> () -> Void in
        {
          if pthread_getspecific(key) != nil { cell.overlaps += 1 }
          pthread_setspecific(key, UnsafeRawPointer(bitPattern: 8))
          csr_explore_yield()
          identities[task] = UInt(csr_thread_number())
          identities[task + 3] = UInt(csr_thread_identity())
          if pthread_getspecific(key) == nil { cell.overlaps += 1 }
          pthread_setspecific(key, nil)
        }
      }
      for seed in 0..<UInt64(20) {
        #expect(explore(seed, bodies).outcome == CSR_COMPLETED.rawValue)
        let here = [UInt(csr_thread_number()), UInt(csr_thread_identity())]
        #expect(Set((0..<6).map { identities[$0] } + here).count == 8)
      }
      #expect(cell.overlaps == 0)
    }

    @Test(
      "Swift's own mutex excludes tasks from each other, and a task that has it waits for itself")
    func swiftMutex() {
      let mutex = Counted()
      for seed in 0..<UInt64(40) {
        let body = { for _ in 0..<3 { mutex.raise() } }
        #expect(explore(seed, [body, body]).outcome == CSR_COMPLETED.rawValue)
      }
      #expect(mutex.overlaps == 0 && mutex.count == 240)
      let twice = Counted()
      #expect(explore(1, [{ twice.raiseInside() }]).outcome == CSR_DEADLOCK.rawValue)
    }

    @Test("a task has room for deep calls, and keeps its frames while others run")
    func stack() {
      func depth(_ left: Int) -> Int {
        csr_explore_yield()
        return left == 0 ? 0 : 1 + depth(left - 1)
      }
      let cell = Cell()
      let body = { cell.value += depth(1_000) }
      let result = explore(3, [body, body])
      #expect(result.outcome == CSR_COMPLETED.rawValue && cell.value == 2_000)
    }

    @Test("tasks that never stop are a livelock")
    func livelock() {
      let result = explore(1, [{ while true { csr_explore_yield() } }, {}])
      #expect(result.outcome == CSR_LIVELOCK.rawValue)
    }

    @Test("who has more to do at each timer than there is time for gets done once tasks take turns")
    func timersWithoutEnd() {
      let cell = Cell()
      let queue = DispatchQueue(label: "timers")
      @Sendable func arm() {
        queue.asyncAfter(deadline: .now() + 1) {
          cell.value += 1
          arm()
        }
      }
      let body = {
        cell.value = 1
        arm()
        while cell.value > 0 {
          cell.value -= 1
          for _ in 0..<100 { csr_explore_yield() }
        }
      }
      let result = TaskFixture(seed: 1, [body])
        .run(detectsRaces: false, turnsAfter: 0, firingsOnceMax: 100_000)
      #expect(result.outcome == CSR_COMPLETED.rawValue)
    }

    @Test("time passes for who spins until then, also once tasks take turns")
    func spinsUntilATimer() {
      let cell = Cell()
      let queue = DispatchQueue(label: "timers")
      @Sendable func arm(_ count: Int) {
        queue.asyncAfter(deadline: .now() + 1) {
          cell.value = count
          if count > 0 { arm(count - 1) }
        }
      }
      let body = {
        cell.value = 100
        arm(99)
        while cell.value > 0 { csr_explore_yield() }
      }
      let result = TaskFixture(seed: 1, [body])
        .run(
          detectsRaces: false, turnsAfter: 0, firingsOnceMax: 100_000,
          givesWay: CSR_GIVES_WAY_LOOPING)
      #expect(result.outcome == CSR_COMPLETED.rawValue)
    }
  }
}

/// What the bodies of a test share: one task runs at a time.
private final class Cell: @unchecked Sendable {
  // Safety: the hand-offs of the session order all accesses.
  var value = 0
  var inside = 0
  var overlaps = 0
  var order: [Int] = []
  var isDone = false
}

/// A number behind Swift's own mutex.
private final class Counted: Sendable {
  private let state = Mutex((count: 0, inside: 0, overlaps: 0))
  var count: Int { state.withLock { $0.count } }
  var overlaps: Int { state.withLock { $0.overlaps } }

  func raise() {
    state.withLock {
      $0.inside += 1
      csr_explore_yield()
      if $0.inside != 1 { $0.overlaps += 1 }
      $0.count += 1
      $0.inside -= 1
    }
  }

  func raiseInside() { state.withLock { _ in raise() } }
}

/// A lock of the system that stays where it is.
private final class PlainLock: @unchecked Sendable {
  // Safety: the pointee is touched by the pthread functions only. Not freed, since a deadlocked task keeps it.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }
  func with(_ body: () -> Void) {
    pthread_mutex_lock(mutex)
    body()
    pthread_mutex_unlock(mutex)
  }
}
