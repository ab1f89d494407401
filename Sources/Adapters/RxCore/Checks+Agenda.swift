import RxCore
import RxFuzzKit

/// Two queues that leave work of many times with one virtual clock: all of it is done, in the order of its times.
final class AgendaRun: LibraryCheckRun {
  private static let worksOfQueue = 24
  private let clock = HistoricalScheduler()
  private let done = CheckedEvents()

  func perform(queue: Int) {
    for number in 0..<Self.worksOfQueue {
      // Neighbours in time come from both.
      let time = 1 + 2 * ((number * 7) % Self.worksOfQueue) + queue
      _ = clock.scheduleAbsoluteVirtual(time, time: RxTime(uptimeNanoseconds: UInt64(time))) {
        [done] time in
        done.element(time)
        return Disposables.create()
      }
      // What the clock shows is asked for meanwhile.
      if clock.now.uptimeNanoseconds != 0 { done.end("a clock goes by itself") }
    }
  }

  func fault() -> LibraryCheckFault? {
    clock.start()
    if done.all == .init(elements: Array(1...(2 * Self.worksOfQueue))) { return nil }
    return LibraryCheckFault(.ord1, "work of a virtual clock is not done once, in its order")
  }
}

/// Two queues that let one virtual clock sleep: it shows the later of two times, or their sum, and never goes back.
final class SleepRun: LibraryCheckRun {
  static let schedules = 48
  static let ways = spans.count
  private static let spans = [[3, 8], [8, 3], [5, 5]]
  private let clock = HistoricalScheduler()
  private let spans: [Int]
  private let hasGoneBack = CheckedState(false)

  init(_ way: Int) { spans = Self.spans[way - 1] }

  func perform(queue: Int) {
    let before = clock.now.uptimeNanoseconds
    clock.sleep(.nanoseconds(spans[queue]))
    if clock.now.uptimeNanoseconds < before { hasGoneBack.withLock { $0 = true } }
  }

  func fault() -> LibraryCheckFault? {
    let now = Int(clock.now.uptimeNanoseconds)
    let isBetween = now >= spans.max() ?? 0 && now <= spans.reduce(0, +)
    if isBetween, !hasGoneBack.withLock({ $0 }) { return nil }
    return LibraryCheckFault(.ref1, "a virtual clock that two move shows another time than theirs")
  }
}
