import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit

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
      LibraryCheck("mainScheduler", ways: MainSchedulerRun.ways) { MainSchedulerRun($0) },
      LibraryCheck("queueScheduler", ways: QueueSchedulerRun.ways) { QueueSchedulerRun($0) },
      LibraryCheck("halfway", ways: HalfwayRun.ways) { HalfwayRun($0) },
      LibraryCheck("growth", ways: GrowthRun.ways) { GrowthRun($0) },
      LibraryCheck("calledOutside", ways: CalledOutsideRun.ways) { CalledOutsideRun($0) },
      LibraryCheck(
        "callouts", ways: CalloutCases.all.count, endsProcess: true, staysInCalls: true
      ) { CalloutRun(CalloutCases.all[$0 - 1]) },
      LibraryCheck("longSpan", ways: 1, endsProcess: true) { _ in LongSpanRun() },
      LibraryCheck("objectValue", ways: 1, endsProcess: true) { _ in ObjectValueRun() },
      LibraryCheck("bag", ways: 1, endsProcess: true) { _ in CaseRun(CheckedCases.bags) },
    ] + contracts + cases + PairedCalls.all + bridges

  /// The bridges to Swift concurrency, where the version has them.
  private static let bridges: [LibraryCheck] = {
    #if HAS_ASYNC_SCHEDULER
      [
        LibraryCheck("sleep", ways: SleepRun.ways) { SleepRun($0) },
        LibraryCheck("leftTimer", ways: LeftTimerRun.ways) { LeftTimerRun($0) },
      ]
    #else
      []
    #endif
  }()
}

/// Waiting for what other threads are to do.
enum CheckedWait {
  // Whoever waits for longer is taken for hung.
  private static let patience = CheckPatience(
    processorSeconds: 0.3, seconds: 1.5, partAfterwards: 0.3)

  /// Whether it comes true, in time.
  static func until(_ isTrue: () -> Bool) -> Bool { patience.until(isTrue) }
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
