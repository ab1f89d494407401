import Foundation
@preconcurrency import OpenCombine
@preconcurrency import OpenCombineDispatch
import RxFuzzKit

/// The scheduler on a dispatch queue: how it reckons, and that it does what is left to it once, in order, not too early, and not after
/// it was cancelled.
final class SchedulerRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over.
  static let ways = 2
  private typealias Stride = DispatchQueue.OCombine.SchedulerTimeType.Stride
  private static let secondsMax = 10.0

  private let way: Int
  private var faults = CheckedFaults()

  init(_ way: Int) { self.way = way }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    if way == 1 { reckon() } else { schedule() }
  }

  func fault() -> LibraryCheckFault? { faults.fault }

  private func expect(_ name: String, _ isTrue: Bool) {
    if !isTrue { faults.add(.val1, name) }
  }

  private func reckon() {
    expect("a second has another number of milliseconds", Stride.seconds(2) == .milliseconds(2000))
    expect(
      "a millisecond has another number of microseconds",
      Stride.milliseconds(2) == .microseconds(2000))
    expect(
      "a microsecond has another number of nanoseconds",
      Stride.microseconds(2) == .nanoseconds(2000))
    expect("a fraction of a second is lost", Stride.seconds(0.5) == .milliseconds(500))
    expect("a literal is no number of seconds", (2 as Stride) == .seconds(2))
    expect(
      "a number is another one than the literal", Stride(exactly: 2).map { $0 == 2 } == true)
    expect(
      "spans do not add up",
      Stride.seconds(1) + .milliseconds(500) - .milliseconds(250) == .milliseconds(1250))
    var span = Stride.seconds(1)
    span += .seconds(1)
    span -= .milliseconds(500)
    expect("spans do not add up in place", span == .milliseconds(1500))
    expect("a longer span is shorter", Stride.seconds(1) > .milliseconds(1))
    let start = DispatchQueue.OCombine.SchedulerTimeType(
      DispatchTime(uptimeNanoseconds: 1_000_000_000))
    let end = start.advanced(by: .milliseconds(5))
    expect("a time is not that far from another", start.distance(to: end) == .milliseconds(5))
    expect("a time is not that far behind another", end.distance(to: start) == .milliseconds(-5))
    expect("a span without end has one", Stride.seconds(Int.max) > .seconds(1))
  }

  private func schedule() {
    let queue = DispatchQueue(label: "rxfuzz.check")
    let scheduler = queue.ocombine
    let log = SchedulerLog()
    let start = scheduler.now
    scheduler.schedule(options: nil) { log.note(1) }
    scheduler.schedule(options: nil) { log.note(2) }
    scheduler.schedule(
      after: start.advanced(by: .milliseconds(1)), tolerance: .milliseconds(0), options: nil
    ) { log.note(start.distance(to: scheduler.now) < .milliseconds(1) ? -1 : 3) }
    expect(
      "what is scheduled is not done once, in order", log.wait(3, Self.secondsMax) == [1, 2, 3])
    let ticks = SchedulerLog()
    let timer = scheduler.schedule(
      after: scheduler.now, interval: .microseconds(200), tolerance: .milliseconds(0), options: nil
    ) { ticks.note(1) }
    expect("a timer does not go on", ticks.wait(3, Self.secondsMax).count >= 3)
    timer.cancel()
    // What was under way may be done.
    queue.sync {}
    let count = ticks.all.count
    queue.asyncAfter(deadline: .now() + .milliseconds(1)) { log.note(4) }
    _ = log.wait(4, Self.secondsMax)
    expect("a timer goes on after it was cancelled", ticks.all.count == count)
  }
}

/// Numbers that other threads note. Thread-safety: any thread.
struct SchedulerLog: Sendable {
  private let numbers = CheckedList<Int>()

  func note(_ number: Int) { numbers.append(number) }
  var all: [Int] { numbers.all }

  /// All of them, as soon as there are so many, or when the time is up.
  func wait(_ count: Int, _ seconds: Double) -> [Int] {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while all.count < count, ContinuousClock.now < deadline { sched_yield() }
    return all
  }
}
