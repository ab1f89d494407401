import Dispatch
import Foundation
import ScheduleTesting
import Testing

/// What several read and one writes at a time.
private final class Registry: @unchecked Sendable {
  // Safety: `items` is guarded by barriers, but for `setBadly`.
  private let queue = DispatchQueue(label: "registry", attributes: .concurrent)
  private var items: [Int: Int] = [:]

  func set(_ key: Int, _ value: Int) { queue.async(flags: .barrier) { self.items[key] = value } }
  func setByItem(_ key: Int, _ value: Int) {
    queue.async(execute: DispatchWorkItem(flags: .barrier) { self.items[key] = value })
  }
  func setBadly(_ key: Int, _ value: Int) { queue.async { self.items[key] = value } }
  func get(_ key: Int) -> Int? { queue.sync { items[key] } }
}

/// Ticks until it is stopped.
private final class Ticker: @unchecked Sendable {
  // Safety: `ticks`, `isStopped` and `late` are touched on `queue` only.
  private let queue = DispatchQueue(label: "ticker")
  private let source: any DispatchSourceTimer
  private var ticks = 0
  private var late = 0
  private var isStopped = false

  init() {
    source = DispatchSource.makeTimerSource(queue: queue)
    source.schedule(deadline: .now() + .milliseconds(1), repeating: .milliseconds(1))
    source.setEventHandler { [unowned self] in
      ticks += 1
      if isStopped { late += 1 }
    }
    source.resume()
  }

  func stop() {
    queue.sync {
      source.cancel()
      isStopped = true
    }
  }
  var lateTicks: Int { queue.sync { late } }
  var allTicks: Int { queue.sync { ticks } }
}

extension TestingSuites {
  @Suite("Barriers, and timers that repeat")
  struct QueueTests {
    @Test("a barrier comes after what was read before it, also where it is a work item")
    func barriers() throws {
      for set in [Registry.set, Registry.setByItem] {
        let report = try race(iterations: 200, schedules: 500) { r in
          let registry = Registry()
          r.thread { set(registry)(1, 1) }
          r.thread {
            set(registry)(2, 2)
            r.expect(registry.get(2) == 2)
          }
        }
        #expect(report.failure == nil)
      }
    }

    @Test("a call that is no barrier races with those beside it")
    func noBarrier() throws {
      let (report, _) = try failing {
        try race(iterations: 0, schedules: 500) { r in
          let registry = Registry()
          r.thread { registry.setBadly(1, 1) }
          r.thread { _ = registry.get(1) }
        }
      }
      #expect(report.failure?.rule == "race")
    }

    @Test("a barrier on a queue of the system is none")
    func globalBarrier() throws {
      let report = try failing {
        try race(iterations: 0, schedules: 100) { r in
          let counter = Counter()
          r.thread { DispatchQueue.global().async(flags: .barrier) { counter.increment() } }
          r.thread { DispatchQueue.global().sync { counter.increment() } }
        }
      }.report
      #expect(report.failure?.rule == "race")
    }

    @Test(
      "iterations of concurrentPerform race with each other, and all of them have ended after it")
    func concurrentPerform() throws {
      let report = try failing {
        try race(iterations: 0, schedules: 200) { r in
          let counter = Counter()
          r.thread { DispatchQueue.concurrentPerform(iterations: 3) { _ in counter.increment() } }
          r.thread {}
        }
      }.report
      #expect(report.failure?.rule == "race")
      let lawful = try race(iterations: 100, schedules: 200) { r in
        let counter = LockedCounter()
        let queue = DispatchQueue(label: "iterations", attributes: .concurrent)
        r.thread {
          DispatchQueue.concurrentPerform(iterations: 4) { _ in counter.increment() }
          r.expect(counter.now >= 4)
        }
        // Who holds the queue performs all of them by itself.
        r.thread {
          queue.sync(flags: .barrier) {
            DispatchQueue.concurrentPerform(iterations: 2) { _ in counter.increment() }
          }
        }
        r.afterwards { #expect(counter.now == 6) }
      }
      #expect(lawful.failure == nil && lawful.schedules == 200)
    }

    @Test("a timer that repeats keeps nobody from waking", arguments: [false, true])
    func ticks(isLong: Bool) throws {
      let report = try race(iterations: 20, schedules: 300) { r in
        let ticker = Ticker()
        r.thread {
          if isLong { sleep(1) } else { usleep(1_000) }
          ticker.stop()
        }
        r.thread { Thread.sleep(forTimeInterval: 0.0005) }
        r.afterwards { r.expect(ticker.lateTicks == 0) }
      }
      #expect(report.failure == nil && report.schedules == 300)
    }

    @Test("who waits for many ticks gets them, and who waits for none is stuck")
    func waiting() throws {
      let report = try race(iterations: 20, schedules: 200) { r in
        let ticker = Ticker()
        r.thread {
          while ticker.allTicks < 20 { usleep(500) }
          ticker.stop()
        }
        r.thread {}
      }
      #expect(report.failure == nil && report.schedules == 200)
      let (stuck, _) = try failing {
        try race(iterations: 0, schedules: 50) { r in
          let ticker = Ticker()
          let signal = DispatchSemaphore(value: 0)
          r.thread {
            signal.wait()
            ticker.stop()
          }
          r.thread { _ = ticker.allTicks }
        }
      }
      #expect(stuck.failure?.rule == "deadlock")
    }
  }
}
