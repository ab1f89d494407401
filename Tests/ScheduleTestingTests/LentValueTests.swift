import Dispatch
import ScheduleTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Changes its values by calls of the standard library, which is not instrumented.
private final class Lists: @unchecked Sendable {
  // Safety: none, where a test wants a race.
  private let lock = Lock()
  private let queue = DispatchQueue(label: "lists", attributes: .concurrent)
  private var left: [Int] = []
  private var right: [Int] = []
  private var names: [String: Int] = [:]
  private var isFirst = false
  private var isSecond = false
  private weak var owner: Lists?

  func append(_ element: Int) { left.append(element) }
  func appendLocked(_ element: Int) { lock.locked { left.append(element) } }
  func appendElsewhere(_ element: Int) { right.append(element) }
  func name(_ name: String) { names[name] = 1 }
  func raise(first: Bool) { if first { isFirst.toggle() } else { isSecond.toggle() } }
  func appendLater(_ element: Int, isBarrier: Bool) {
    queue.async(flags: isBarrier ? .barrier : []) { self.left.append(element) }
  }
  func setOwner() { owner = self }
  var hasOwner: Bool { owner != nil }
  var count: Int { queue.sync { left.count } }
}

/// A lock that lies in the object, and is lent to each call.
private final class LentLock: @unchecked Sendable {
  // Safety: the mutex guards `list`.
  private var mutex = pthread_mutex_t()
  private var list: [Int] = []

  init() { pthread_mutex_init(&mutex, nil) }
  deinit { pthread_mutex_destroy(&mutex) }

  func append(_ element: Int) {
    pthread_mutex_lock(&mutex)
    list.append(element)
    pthread_mutex_unlock(&mutex)
  }
}

/// Notifies its listener, if there is one.
private final class Notifier: @unchecked Sendable {
  // Safety: `listener` is set before the race.
  final class Listener: Sendable {
    func hear() -> Bool { true }
  }
  weak var listener: Listener?

  func notifyTwice() -> Bool { listener != nil && listener?.hear() ?? false }
  func notify() -> Bool { listener.map { $0.hear() } ?? true }
}

/// Holds an object until it is let go of.
private final class Holder: @unchecked Sendable {
  // Safety: used by one lane.
  var held: Notifier.Listener? = Notifier.Listener()
}

extension TestingSuites {
  @Suite("Values lent to code that is not instrumented")
  struct LentValueTests {
    private func rule(
      _ first: @escaping (Lists) -> Void, _ second: @escaping (Lists) -> Void
    ) throws -> String? {
      try failing {
        try race(iterations: 0, schedules: 50) { r in
          let lists = Lists()
          r.thread { first(lists) }
          r.thread { second(lists) }
          r.afterwards { _ = lists.count }
        }
      }.report.failure?.rule
    }

    @Test("changes of one array, dictionary or weak variable, also on a queue, are a data race")
    func races() throws {
      #expect(try rule({ $0.append(1) }, { $0.append(2) }) == "race")
      #expect(try rule({ $0.appendLocked(1) }, { $0.append(2) }) == "race")
      #expect(try rule({ $0.name("a") }, { $0.name("b") }) == "race")
      #expect(try rule({ $0.setOwner() }, { _ = $0.hasOwner }) == "race")
      let later: (Lists) -> Void = { $0.appendLater(1, isBarrier: false) }
      #expect(try rule(later, later) == "race")
    }

    @Test("a weak variable may lose its object between two uses")
    func weakVariable() throws {
      func check(_ notify: @escaping (Notifier) -> Bool) throws -> TestReport {
        try race(iterations: 0, schedules: 100) { r in
          let (notifier, holder) = (Notifier(), Holder())
          notifier.listener = holder.held
          r.thread {
            let isThere = notifier.listener != nil
            let isNotified = notify(notifier)
            r.expect(!isThere || isNotified, "a listener that was there is not notified")
          }
          r.thread { holder.held = nil }
        }
      }
      let report = try failing { try check { $0.notifyTwice() } }.report
      #expect(report.failure?.rule == "expectation")
      #expect(try check { $0.notify() }.failure == nil)
    }

    @Test("what a lock, a barrier or another field keeps apart is none")
    func lawful() throws {
      let report = try race(iterations: 0, schedules: 200) { r in
        let lists = Lists()
        let locked = LentLock()
        r.thread {
          lists.appendLocked(1)
          lists.raise(first: true)
          _ = lists.hasOwner
          locked.append(1)
        }
        r.thread {
          lists.appendLocked(2)
          lists.raise(first: false)
          _ = lists.hasOwner
          lists.appendElsewhere(1)
          locked.append(2)
        }
      }
      #expect(report.failure == nil)
      let barriers = try race(iterations: 0, schedules: 200) { r in
        let lists = Lists()
        r.thread { lists.appendLater(1, isBarrier: true) }
        r.thread { lists.appendLater(2, isBarrier: true) }
        r.afterwards { #expect(lists.count == 2) }
      }
      #expect(barriers.failure == nil)
    }
  }
}
