import Foundation
@preconcurrency import RxSwift

/// A scheduler whose time stands still until it is moved. It is no virtual clock of the library's, which in some versions
/// belongs to the main thread. Used by one thread.
final class CheckedClock: SchedulerType, @unchecked Sendable {
  // Safety: belongs to the one thread that makes it.
  private struct Work {
    let time: Date
    let number: Int
    let act: () -> Void
  }

  private(set) var clock = Date(timeIntervalSince1970: 0)
  private var works: [Work] = []
  private var count = 0

  var now: RxTime { clock }
  /// Whether no work waits for its time.
  var isIdle: Bool { works.isEmpty }

  func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable)
    -> any Disposable
  { schedule(state, at: clock, action) }

  func scheduleRelative<State>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    schedule(state, at: clock.addingTimeInterval(Self.seconds(dueTime)), action)
  }

  private func schedule<State>(
    _ state: State, at time: Date, _ action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    let (whole, number) = (CompositeDisposable(), count)
    count += 1
    let place = works.firstIndex { $0.time > time } ?? works.endIndex
    works.insert(
      Work(time: time, number: number) { _ = whole.insert(action(state)) }, at: place)
    _ = whole.insert(
      Disposables.create { [weak self] in self?.works.removeAll { $0.number == number } })
    return whole
  }

  /// Does what is due up to that time, each at its own.
  func advanceTo(_ time: Date) {
    while let next = works.first, next.time <= time {
      works.removeFirst()
      clock = max(clock, next.time)
      next.act()
    }
    clock = max(clock, time)
  }

  /// Does all that waits.
  func start() {
    while let last = works.first?.time { advanceTo(max(clock, last)) }
  }

  /// Lets time pass without the work that is due.
  func sleep(_ seconds: Double) { clock = clock.addingTimeInterval(seconds) }

  private static func seconds(_ span: RxTimeInterval) -> Double {
    switch span {
    case .seconds(let count): Double(count)
    case .milliseconds(let count): Double(count) / 1e3
    case .microseconds(let count): Double(count) / 1e6
    case .nanoseconds(let count): Double(count) / 1e9
    default: .infinity
    }
  }
}
