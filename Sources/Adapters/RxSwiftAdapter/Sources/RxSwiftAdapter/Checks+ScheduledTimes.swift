import Dispatch
import RxFuzzKit
@preconcurrency import RxSwift

/// Work for later, and work that comes again and again, on real queues: never before its time, which a machine that is busy makes
/// later only.
final class ScheduledTimesRun: LibraryCheckRun {
  static let ways = 2 * queues.count
  private static let queues: [SchedulerType] = [
    SerialDispatchQueueScheduler(internalSerialQueueName: "rxfuzz.check.times"),
    ConcurrentDispatchQueueScheduler(qos: .userInitiated),
  ]
  private static let (firstMicroseconds, periodMicroseconds) = (3_000, 1_000)

  private let scheduler: SchedulerType
  private let isPeriodic: Bool

  init(_ way: Int) {
    scheduler = Self.queues[(way - 1) / 2]
    isPeriodic = way.isMultiple(of: 2)
  }

  func perform(queue: Int) {}

  func fault() -> LibraryCheckFault? {
    let start = DispatchTime.now().uptimeNanoseconds
    let (spans, slot) = (CheckedState<[UInt64]>([]), SingleAssignmentDisposable())
    let note: @Sendable () -> Void = {
      spans.withLock { $0.append(DispatchTime.now().uptimeNanoseconds - start) }
    }
    let (first, period) = (Self.firstMicroseconds, Self.periodMicroseconds)
    slot.setDisposable(
      isPeriodic
        ? scheduler.schedulePeriodic(
          1, startAfter: .microseconds(first), period: .microseconds(period)
        ) { state in
          note()
          return state
        }
        : scheduler.scheduleRelative(1, dueTime: .microseconds(first)) { _ in
          note()
          return Disposables.create()
        })
    let count = isPeriodic ? 3 : 1
    let isDone = CheckedWait.until { spans.withLock { $0.count } >= count }
    slot.dispose()
    guard isDone else { return LibraryCheckFault(.val1, "scheduled work is never begun") }
    let isTimely = spans.withLock { spans in
      spans.enumerated().allSatisfy { $0.element >= UInt64(first + $0.offset * period) * 1_000 }
    }
    return isTimely ? nil : LibraryCheckFault(.time1, "scheduled work is done before its time")
  }
}
