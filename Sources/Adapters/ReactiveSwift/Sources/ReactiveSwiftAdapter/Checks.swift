import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// What ReactiveSwift promises beside its graphs.
enum Checks {
  static let all: [LibraryCheck] =
    [
      LibraryCheck("secondStart", ways: SecondStartRun.ways) { SecondStartRun($0) },
      LibraryCheck("letGo", ways: LetGoRun.ways) { LetGoRun($0) },
      LibraryCheck("action", ways: ActionRun.ways) { ActionRun($0) },
      LibraryCheck("property", ways: PropertyRun.ways) { PropertyRun($0) },
      LibraryCheck("emptyJoin", ways: EmptyJoinRun.ways) { _ in EmptyJoinRun() },
      LibraryCheck("stackDepth", ways: StackDepthRun.ways) { StackDepthRun($0) },
      LibraryCheck("time", ways: 1) { _ in TimeRun() },
      LibraryCheck("replay", ways: ReplayRun.ways) { ReplayRun($0) },
      LibraryCheck("following", ways: FollowingRun.ways) { FollowingRun($0) },
      LibraryCheck("ending", ways: EndingRun.ways) { EndingRun($0) },
      LibraryCheck("bag", ways: 1, endsProcess: true) { _ in CaseRun(CheckedCases.bags) },
    ] + contracts + cases
}

/// Waiting for what other threads are to do.
enum CheckedWait {
  /// It has not come true when the waiting thread alone has run for so long, and so much time has passed. A process that
  /// gets no processor proves nothing: its threads share what it gets. Whoever waits for longer is taken for hung.
  private static let (processorSecondsMax, secondsMin) = (0.3, 1.5)
  /// A part of it, when something has not come in time already: a run that fails shall not wait so long for each part.
  private static let partAfterwards = 0.3
  // Relaxed: only a question of patience.
  private static let hasFailed = Atomic<Bool>(false)

  /// Whether it comes true, in time.
  static func until(_ isTrue: () -> Bool) -> Bool {
    let part = hasFailed.load(ordering: .relaxed) ? partAfterwards : 1
    let deadline = ContinuousClock.now + .seconds(secondsMin * part)
    let processorDeadline = processorSeconds() + processorSecondsMax * part
    var restsAt = ContinuousClock.now + rest
    while !isTrue() {
      let now = ContinuousClock.now
      if now > deadline, processorSeconds() > processorDeadline {
        if isTrue() { return true }
        hasFailed.store(true, ordering: .relaxed)
        return false
      }
      if now > restsAt {
        usleep(UInt32(rest / .microseconds(1)))
        restsAt = ContinuousClock.now + rest
      }
    }
    return true
  }

  /// It looks for so long, and rests for as long: who only yields gets next to nothing beside threads that do not.
  private static let rest: Duration = .microseconds(200)

  /// For how long the current thread has run.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// The elements that came, and how it ended. Thread-safety: any thread.
final class CheckedEvents: @unchecked Sendable {
  // Safety: `lock` guards the variables below it.
  private let lock = NSLock()
  private var elements: [Int] = []
  private var ends: [String] = []

  func element(_ element: Int) { lock.withLock { elements.append(element) } }
  func end(_ word: String) { lock.withLock { ends.append(word) } }
  var all: (elements: [Int], ends: [String]) { lock.withLock { (elements, ends) } }
  var isOver: Bool { lock.withLock { !ends.isEmpty } }

  /// An observer that notes what it is sent.
  func observer() -> Signal<Int, FuzzError>.Observer {
    Signal<Int, FuzzError>.Observer(
      value: { [self] in element($0) }, failed: { [self] in end("error \($0.code)") },
      completed: { [self] in end("completed") }, interrupted: { [self] in end("interrupted") })
  }
}
