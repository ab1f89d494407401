import RxFuzzKit
@preconcurrency import RxSwift

/// Work on the current thread waits for the work that scheduled it, and is done in turn; each thread has its own.
final class CurrentThreadRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: each queue uses its own list until the race is over.
  static let ways = 2
  private static let scheduler = CurrentThreadScheduler.instance

  private let isCancelled: Bool
  private let lists = [CurrentThreadList(), CurrentThreadList()]

  init(_ way: Int) { isCancelled = way == 2 }

  func perform(queue: Int) {
    let list = lists[queue]
    guard CurrentThreadScheduler.isScheduleRequired else { return list.write("early") }
    let outer = Self.scheduler.schedule(()) { [isCancelled] _ in
      if CurrentThreadScheduler.isScheduleRequired { list.write("late") }
      let first = list.schedule("b")
      let second = list.schedule("c") { _ = list.schedule("d") }
      list.write("a")
      if isCancelled { first.dispose() }
      return second
    }
    outer.dispose()
    if !CurrentThreadScheduler.isScheduleRequired { list.write("left") }
  }

  func fault() -> LibraryCheckFault? {
    let expected = isCancelled ? ["a", "c", "d"] : ["a", "b", "c", "d"]
    return lists.allSatisfy { $0.lines == expected }
      ? nil : LibraryCheckFault(.ord1, "work on the current thread is not done in turn")
  }
}

/// What one thread has done.
private final class CurrentThreadList {
  private(set) var lines: [String] = []

  func write(_ line: String) { lines.append(line) }

  func schedule(_ line: String, then: @escaping () -> Void = {}) -> any Disposable {
    CurrentThreadScheduler.instance.schedule(()) { [self] _ in
      write(line)
      then()
      return Disposables.create()
    }
  }
}
