import Foundation
import RxFuzzKit
@preconcurrency import RxSwift

/// Virtual time on a thread of its own: what is due is done in the order of its time, first come first, at that time.
final class VirtualTimeRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses `fails` until the race is over.
  static let ways = 1
  private var fails = false

  init(_ way: Int) {}

  func perform(queue: Int) {
    guard queue == 0 else { return }
    for act in [inOrder, cancelled, cancelledByAnother, nested, advanced, stopped, ofOperators] {
      act(VirtualDiary())
    }
  }

  func fault() -> LibraryCheckFault? {
    fails ? LibraryCheckFault(.val1, "virtual time does otherwise than was scheduled") : nil
  }

  private func expect(_ diary: VirtualDiary, _ lines: [String]) {
    if diary.lines != lines { fails = true }
  }

  private func inOrder(_ diary: VirtualDiary) {
    for (name, time) in [("a", 3), ("b", 1), ("c", 2), ("d", 1), ("e", 3)] {
      diary.note(name, at: time)
    }
    diary.scheduler.start()
    expect(diary, ["b1", "d1", "c2", "a3", "e3"])
  }

  private func cancelled(_ diary: VirtualDiary) {
    let first = diary.note("a", at: 1)
    diary.note("b", at: 1)
    first.dispose()
    first.dispose()
    diary.scheduler.start()
    expect(diary, ["b1"])
  }

  private func cancelledByAnother(_ diary: VirtualDiary) {
    let slot = SerialDisposable()
    diary.schedule(at: 1) { slot.dispose() }
    slot.disposable = diary.note("a", at: 2)
    diary.note("b", at: 3)
    diary.scheduler.start()
    expect(diary, ["b3"])
  }

  private func nested(_ diary: VirtualDiary) {
    diary.schedule(at: 1) {
      diary.note("a", at: 4)
      diary.note("b", at: 1)
    }
    diary.note("c", at: 1)
    diary.note("d", at: 3)
    diary.scheduler.start()
    expect(diary, ["c1", "b1", "d3", "a4"])
  }

  private func advanced(_ diary: VirtualDiary) {
    for time in 1...4 { diary.note("a", at: time) }
    diary.scheduler.advanceTo(diary.date(2))
    expect(diary, ["a1", "a2"])
    diary.scheduler.sleep(0.5)
    if diary.scheduler.clock != diary.date(2).addingTimeInterval(0.5) { fails = true }
    diary.scheduler.start()
    expect(diary, ["a1", "a2", "a3", "a4"])
  }

  private func stopped(_ diary: VirtualDiary) {
    diary.note("a", at: 1)
    diary.schedule(at: 2) { diary.scheduler.stop() }
    diary.note("b", at: 3)
    diary.scheduler.start()
    expect(diary, ["a1"])
    diary.scheduler.start()
    expect(diary, ["a1", "b3"])
  }

  private func ofOperators(_ diary: VirtualDiary) {
    let ticks = Observable<Int>.interval(.seconds(2), scheduler: diary.scheduler)
    let subscription = ticks.delay(.seconds(1), scheduler: diary.scheduler).subscribe(
      onNext: { diary.write("\($0)") })
    diary.schedule(at: 8) { subscription.dispose() }
    diary.scheduler.start()
    expect(diary, ["03", "15", "27"])
  }
}

/// What was done, and when. Used by one thread.
private final class VirtualDiary {
  let scheduler = HistoricalScheduler(initialClock: Date(timeIntervalSince1970: 0))
  private(set) var lines: [String] = []

  func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }

  func write(_ name: String) {
    lines.append("\(name)\(Int(scheduler.clock.timeIntervalSince1970))")
  }

  @discardableResult
  func note(_ name: String, at time: Int) -> any Disposable {
    schedule(at: time) { [unowned self] in write(name) }
  }

  @discardableResult
  func schedule(at time: Int, _ work: @escaping () -> Void) -> any Disposable {
    scheduler.scheduleAbsoluteVirtual((), time: date(time)) { _ in
      work()
      return Disposables.create()
    }
  }
}
