import RxCore
import RxFuzzKit
import Synchronization

/// A virtual clock that one queue moves in one of its ways, while the other one schedules and withdraws.
final class VirtualTimeRun: LibraryCheckRun {
  static let ways = Way.allCases.count
  private enum Way: Int, CaseIterable {
    /// All work is done.
    case start
    /// What is due is done, up to a moment.
    case advance
    /// Time passes without any work, which is late then.
    case sleep
    /// The work at hand ends the run.
    case stop
  }
  private struct Done: Equatable, Sendable {
    let number: Int
    let milliseconds: Int
  }

  /// Two of them at the same time.
  private static let milliseconds = [8, 4, 6, 4]
  /// The numbers of these in the order in which they are due.
  private static let order = [1, 3, 2, 0]
  private static let latest = 8
  private static let slept = 5
  private let scheduler = HistoricalScheduler()
  private let done = Mutex<[Done]>([])
  private let isNested = Atomic<Bool>(false)
  private let isAsExpected = Atomic<Bool>(true)
  private let way: Way

  init(_ way: Int) {
    self.way = Way(rawValue: way - 1) ?? .start
    for (number, milliseconds) in Self.milliseconds.enumerated() {
      schedule(number, at: milliseconds)
    }
  }

  @discardableResult
  private func schedule(_ number: Int, at milliseconds: Int) -> any Disposable {
    scheduler.scheduleAbsoluteVirtual(number, time: Self.time(milliseconds)) { [self] number in
      if isNested.exchange(true, ordering: .relaxed) { expect(false) }
      done.withLock { $0.append(Done(number: number, milliseconds: shown)) }
      // A clock that runs already does nothing more.
      scheduler.start()
      if way == .stop, number == Self.order[0] { scheduler.stop() }
      isNested.store(false, ordering: .relaxed)
      return Disposables.create()
    }
  }

  private static func time(_ milliseconds: Int) -> RxTime {
    RxTime(uptimeNanoseconds: UInt64(milliseconds) * 1_000_000)
  }
  private var shown: Int { Int(scheduler.clock.uptimeNanoseconds / 1_000_000) }
  private func expect(_ isTrue: Bool) {
    if !isTrue { isAsExpected.store(false, ordering: .relaxed) }
  }

  func perform(queue: Int) {
    guard queue == 0 else {
      schedule(4, at: Self.latest + 1)
      schedule(5, at: Self.latest + 1).dispose()
      return
    }
    switch way {
    case .start: scheduler.start()
    case .advance:
      scheduler.advanceTo(Self.time(Self.latest - 1))
      expect(shown == Self.latest - 1 && done.withLock { $0.count } == Self.order.count - 1)
    case .sleep:
      scheduler.sleep(.milliseconds(Self.slept))
      expect(shown == Self.slept && done.withLock { $0.isEmpty })
    case .stop:
      scheduler.start()
      expect(done.withLock { $0.map(\.number) } == [Self.order[0]])
    }
  }

  func fault() -> LibraryCheckFault? {
    scheduler.start()
    guard isAsExpected.load(ordering: .relaxed) else {
      return LibraryCheckFault(.val1, "a virtual clock does more or less than it was asked to")
    }
    let done = done.withLock { $0 }
    let first = done.filter { $0.number < Self.order.count }
    guard first.map(\.number) == Self.order else {
      return LibraryCheckFault(.ord1, "work of a virtual clock is not done once, in its order")
    }
    // What is late is done at the time that the clock shows already.
    let asleep = way == .sleep ? Self.slept : 0
    let isTimely = first.allSatisfy {
      $0.milliseconds == max(asleep, Self.milliseconds[$0.number])
    }
    guard isTimely, shown == Self.latest + 1 else {
      return LibraryCheckFault(.val1, "a virtual clock shows another time than that of its work")
    }
    let others = done.filter { $0.number >= Self.order.count }.map(\.number)
    guard others.count(where: { $0 == 4 }) == 1, others.count <= 2 else {
      return LibraryCheckFault(.val1, "work of a virtual clock that others schedule is lost")
    }
    guard scheduler.debugDescription.hasSuffix(", 0 waiting") else {
      return LibraryCheckFault(.leak1, "a virtual clock keeps work that was withdrawn or done")
    }
    return nil
  }
}
