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
