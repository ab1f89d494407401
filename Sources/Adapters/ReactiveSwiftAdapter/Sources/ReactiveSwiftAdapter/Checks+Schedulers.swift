import Dispatch
import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit
import Synchronization

/// The schedulers of the main queue: work is done there, in order, once, not after it was disposed, and at once where the main queue
/// is at work already and nothing waits.
final class MainSchedulerRun: LibraryCheckRun {
  /// In order and disposed; at once; from two threads; on the queue's own scheduler.
  static let ways = 4
  private let way: Int
  private let scheduler = UIScheduler()
  private let log = CheckedLog()
  private static let key = DispatchSpecificKey<Bool>()

  init(_ way: Int) {
    self.way = way
    DispatchQueue.main.setSpecific(key: Self.key, value: true)
  }

  func perform(queue: Int) {
    switch (way, queue) {
    case (1, 0):
      // Nothing is done while this is.
      let gate = DispatchSemaphore(value: 0)
      // What the main queue schedules itself comes behind what waits.
      DispatchQueue.main.async { [self] in
        gate.wait()
        note("4")
      }
      note("1")
      scheduler.schedule { [log] in log.note("x") }?.dispose()
      note("2")
      gate.signal()
      wait(for: 3)
      // All that waited is done, so that what is scheduled on the main queue is done at once.
      atOnce("3")
      wait(for: 5)
    case (2, 0):
      for number in 1...2 {
        atOnce("\(number)")
        wait(for: 2 * number)
      }
    case (3, _):
      for _ in 0..<4 { note("1") }
    case (4, 0):
      let main = QueueScheduler.main
      let gate = DispatchSemaphore(value: 0)
      DispatchQueue.main.async { gate.wait() }
      main.schedule { [log] in log.note(Self.isThere ? "1" : "elsewhere") }
      main.schedule { [log] in log.note("2") }?.dispose()
      main.schedule(after: main.currentDate.addingTimeInterval(0.0001)) { [log] in log.note("3") }
      gate.signal()
      wait(for: 2)
    default: break
    }
  }

  private static var isThere: Bool { DispatchQueue.getSpecific(key: key) ?? false }

  private func note(_ word: String) {
    scheduler.schedule { [log] in log.note(Self.isThere ? word : "elsewhere") }
  }

  private func atOnce(_ word: String) {
    DispatchQueue.main.async { [self] in
      note(word)
      log.note("then")
    }
  }

  private func wait(for count: Int) { _ = CheckedWait.until { log.count >= count } }

  func fault() -> LibraryCheckFault? {
    let due =
      switch way {
      case 1: "1 2 4 3 then"
      case 2: "1 then 2 then"
      case 3: Array(repeating: "1", count: 8).joined(separator: " ")
      default: "1 3"
      }
    if way == 3 { wait(for: 8) }
    return log.text == due
      ? nil
      : LibraryCheckFault(
        .sched1, "a scheduler of the main queue does \(log.text) instead of \(due)")
  }
}

/// A scheduler on a queue, and timers on it, that nobody holds, or that are disposed at the same time.
final class QueueSchedulerRun: LibraryCheckRun {
  /// A timer that nobody holds, one that is disposed, work and a timer that another thread disposes.
  static let ways = 4
  private let way: Int
  private let scheduler = QueueScheduler(qos: .default, name: "rxfuzz.check")
  private let log = CheckedLog()
  private let slot = SerialDisposable()
  private let disposed = Atomic<Bool>(false)

  init(_ way: Int) {
    self.way = way
    if way == 4 {
      slot.inner = SignalProducer.timer(
        interval: .microseconds(200), on: scheduler, leeway: .seconds(0)
      ).startWithValues { [log] _ in log.note("1") }
    }
  }

  func perform(queue: Int) {
    switch (way, queue) {
    case (1, 0):
      begin()
      _ = CheckedWait.until { log.count >= 3 }
    case (2, 0):
      let timer = scheduler.schedule(
        after: scheduler.currentDate, interval: .microseconds(200), leeway: .seconds(0)
      ) { [self] in
        log.note(disposed.load(ordering: .sequentiallyConsistent) ? "late" : "1")
      }
      _ = CheckedWait.until { log.count >= 2 }
      timer?.dispose()
      // What is under way may come to its end.
      scheduler.queue.sync {}
      disposed.store(true, ordering: .sequentiallyConsistent)
      begin(afterMicroseconds: 600, "2")
      _ = CheckedWait.until { log.text.contains("2") }
    case (3, 0):
      let work = scheduler.schedule { [self] in
        log.note(disposed.load(ordering: .sequentiallyConsistent) ? "late" : "1")
      }
      slot.inner = work
    case (3, _): slot.dispose()
    case (4, 0): _ = CheckedWait.until { log.count >= 1 }
    case (4, _):
      _ = CheckedWait.until { log.count >= 1 }
      slot.dispose()
    default: break
    }
  }

  /// A timer that goes on by itself.
  private func begin() {
    scheduler.schedule(
      after: scheduler.currentDate, interval: .microseconds(200), leeway: .seconds(0)
    ) { [log] in if log.count < 3 { log.note("1") } }
  }

  private func begin(afterMicroseconds span: Double, _ word: String) {
    scheduler.schedule(after: scheduler.currentDate.addingTimeInterval(span / 1e6)) { [log] in
      log.note(word)
    }
  }

  func fault() -> LibraryCheckFault? {
    let words = log.text.split(separator: " ")
    if words.contains("late") {
      return LibraryCheckFault(.time1, "a timer goes on after it was disposed")
    }
    switch way {
    case 1:
      return words.count >= 3
        ? nil : LibraryCheckFault(.val1, "a timer that nobody holds does not go on")
    case 4:
      scheduler.queue.sync {}
      let count = log.count
      scheduler.queue.sync {}
      return log.count == count
        ? nil : LibraryCheckFault(.time1, "a timer goes on after it was disposed")
    default: return nil
    }
  }
}

/// Spans that have no number of microseconds.
final class LongSpanRun: LibraryCheckRun {
  private let scheduler = QueueScheduler(qos: .default, name: "rxfuzz.check")

  func perform(queue: Int) {
    guard queue == 0 else { return }
    for span in [DispatchTimeInterval.seconds(Int.max / 4), .milliseconds(Int.max / 4)] {
      SignalProducer.timer(interval: span, on: scheduler).start().dispose()
    }
  }

  func fault() -> LibraryCheckFault? { nil }
}
