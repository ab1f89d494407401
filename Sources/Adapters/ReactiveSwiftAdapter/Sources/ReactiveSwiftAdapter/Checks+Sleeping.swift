#if HAS_ASYNC_SCHEDULER
  import Dispatch
  import Foundation
  @preconcurrency import ReactiveSwift
  import RxFuzzKit

  /// The bridges of schedulers to Swift concurrency: a task sleeps for as long as it says, gets the ticks of a timer, and is
  /// told when it is cancelled.
  final class SleepRun: LibraryCheckRun {
    static let ways = 3
    private let log = CheckedLog()
    private let task: Task<Void, Never>

    init(_ way: Int) {
      let scheduler = QueueScheduler(qos: .default, name: "rxfuzz.check")
      task = Task { [log] in
        let start = scheduler.currentDate
        do {
          switch way {
          case 1: try await scheduler.sleep(for: .microseconds(300))
          case 2: try await scheduler.sleep(for: .seconds(1000))
          default:
            var count = 0
            for await _ in scheduler.timer(interval: .microseconds(200)) {
              count += 1
              if count == 3 { break }
            }
          }
          let isEarly = way == 1 && scheduler.currentDate.timeIntervalSince(start) < 0.0003
          log.note(isEarly ? "early" : "done")
        } catch { log.note("cancelled") }
      }
      self.way = way
    }

    private let way: Int

    func perform(queue: Int) { if way == 2, queue == 1 { task.cancel() } }

    func fault() -> LibraryCheckFault? {
      guard CheckedWait.until({ log.count > 0 }) else {
        return LibraryCheckFault(.live1, "a task that sleeps never wakes")
      }
      return log.text == (way == 2 ? "cancelled" : "done")
        ? nil : LibraryCheckFault(.val1, "a task that sleeps is \(log.text)")
    }
  }

  /// The timers that these bridges start: each is disposed when the task is done with it.
  final class LeftTimerRun: LibraryCheckRun {
    /// A task that has slept, one that is cancelled, a loop that is left, and one that is cancelled.
    static let ways = 4
    private let scheduler = CountingScheduler()
    private let task: Task<Void, Never>
    private let way: Int

    init(_ way: Int) {
      self.way = way
      task = Task { [scheduler] in
        switch way {
        case 1: try? await scheduler.sleep(for: .microseconds(300))
        case 2: try? await scheduler.sleep(for: .seconds(1000))
        case 3: for await _ in scheduler.timer(interval: .microseconds(200)) { break }
        default: for await _ in scheduler.timer(interval: .seconds(1000)) {}
        }
      }
    }

    func perform(queue: Int) {
      guard way.isMultiple(of: 2), queue == 1 else { return }
      _ = CheckedWait.until { scheduler.lives.opens > 0 }
      task.cancel()
    }

    func fault() -> LibraryCheckFault? {
      CheckedWait.until { scheduler.lives.opens > 0 && scheduler.lives.areOver }
        ? nil : LibraryCheckFault(.time1, "a task leaves a timer behind: \(scheduler.lives.words)")
    }
  }

  /// Counts timers that are set and disposed; the work is another scheduler's. Thread-safety: any thread.
  private final class CountingScheduler: DateScheduler, Sendable {
    let lives = CheckedLives()
    private let scheduler = QueueScheduler(qos: .default, name: "rxfuzz.check")

    var currentDate: Date { scheduler.currentDate }

    func schedule(_ action: @escaping () -> Void) -> (any Disposable)? {
      scheduler.schedule(action)
    }

    func schedule(after date: Date, action: @escaping () -> Void) -> (any Disposable)? {
      counted(scheduler.schedule(after: date, action: action))
    }

    func schedule(
      after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
      action: @escaping () -> Void
    ) -> (any Disposable)? {
      counted(
        scheduler.schedule(after: date, interval: interval, leeway: leeway, action: action))
    }

    private func counted(_ timer: (any Disposable)?) -> any Disposable {
      lives.open()
      return AnyDisposable { [lives] in
        timer?.dispose()
        lives.close()
      }
    }
  }
#endif
