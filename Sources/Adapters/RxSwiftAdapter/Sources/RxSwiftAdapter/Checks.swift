import RxFuzzKit
@preconcurrency import RxSwift
import Synchronization

/// What RxSwift promises beside its graphs.
enum Checks {
  static let all = ofSequences + ofVersion6 + bridges

  /// What ends is over, and lets go.
  private static let ofSequences: [LibraryCheck] = [
    LibraryCheck("scheduledWork", ways: ScheduledWorkRun.ways) { ScheduledWorkRun($0) },
    LibraryCheck("scheduledTimes", ways: ScheduledTimesRun.ways) { ScheduledTimesRun($0) },
    LibraryCheck("stackDepth", ways: StackDepthRun.ways) { StackDepthRun($0) },
    LibraryCheck("sourceReleased", ways: SourceReleasedRun.ways) { SourceReleasedRun($0) },
    LibraryCheck("following", ways: FollowingRun.ways) { FollowingRun($0) },
    LibraryCheck("disposable", ways: DisposableRun.ways) { DisposableRun($0) },
    LibraryCheck(
      "callouts", ways: CalloutCases.all.count, endsProcess: true, staysInCalls: true
    ) { CalloutRun(CalloutCases.all[$0 - 1]) },
    LibraryCheck("calloutsOfThree", ways: CalloutCases.ofThree.count, endsProcess: true) {
      CalloutRun(CalloutCases.ofThree[$0 - 1])
    },
    LibraryCheck("sharing", ways: SharingRun.ways) { SharingRun($0) },
    LibraryCheck("currentThread", ways: CurrentThreadRun.ways) { CurrentThreadRun($0) },
    // A version whose virtual time belongs to the main thread ends the process.
    LibraryCheck("virtualTime", ways: VirtualTimeRun.ways, endsProcess: true) {
      VirtualTimeRun($0)
    },
    LibraryCheck("timedStories", ways: TimedStoriesRun.ways, endsProcess: true) {
      TimedStoriesRun($0)
    },
  ]

  /// What came with version 6.
  private static let ofVersion6: [LibraryCheck] = {
    #if RXSWIFT_VERSION6
      [LibraryCheck("objectReleased", ways: ObjectReleasedRun.ways) { ObjectReleasedRun($0) }]
        + cases
    #else
      []
    #endif
  }()

  #if RXSWIFT_VERSION6
    /// What one thread's calls come to.
    private static let cases: [LibraryCheck] =
      [
        LibraryCheck("operators", OperatorCases.all),
        LibraryCheck("variations", OperatorCases.variations),
        LibraryCheck("subjects", SubjectCases.all),
        LibraryCheck("disposables", DisposableCases.all), LibraryCheck("events", EventCases.all),
        LibraryCheck("goodbyes", GoodbyeCases.all), LibraryCheck("forms", FormCases.all),
        LibraryCheck("arities", ArityCases.all),
        LibraryCheck("collections", [Marbles.check(OperatorCases.collections)]),
        LibraryCheck("hooks", ways: HooksRun.ways) { HooksRun($0) },
        LibraryCheck("buffers", BufferCases.all, once: true),
        LibraryCheck("growing", GrowthCases.all, once: true),
        LibraryCheck("reentry", ReentryCases.all, staysInCalls: true),
      ] + PairedCalls.all
  #endif

  /// The bridges to Swift concurrency that this version has on this platform.
  private static let bridges: [LibraryCheck] = {
    var checks: [LibraryCheck] = []
    #if RXSWIFT_VALUES
      checks.append(LibraryCheck("values", ways: ValuesRun.ways) { ValuesRun($0) })
    #endif
    #if RXSWIFT_ASYNC_SEQUENCES
      checks.append(
        LibraryCheck("asyncSequence", ways: AsyncSequenceRun.ways) { AsyncSequenceRun($0) })
      checks.append(
        LibraryCheck("sequenceContext", ways: SequenceContextRun.ways) { SequenceContextRun($0) })
    #endif
    #if RXSWIFT_CREATED_SINGLES
      checks.append(
        LibraryCheck("createdSingle", ways: CreatedSingleRun.ways) { CreatedSingleRun($0) })
    #endif
    #if RXSWIFT_AWAITED_TRAITS
      checks.append(LibraryCheck("value", ways: ValueRun.ways, endsProcess: true) { ValueRun($0) })
    #endif
    return checks
  }()
}

/// Waiting for what tasks of Swift, queues and timers are to do.
enum CheckedWait {
  // `value` is known to hang now and then, and what waits after that has a part of the time only.
  private static let patience = CheckPatience(
    processorSeconds: 0.5, seconds: 3, partAfterwards: 0.4)

  /// Whether it comes true, in time.
  static func until(_ isTrue: () -> Bool) -> Bool { patience.until(isTrue) }
}

/// A number that several threads count up. Thread-safety: any thread.
final class CheckedCount: Sendable {
  // Relaxed: only a number, which whoever waits for it reads again and again.
  private let count = Atomic<Int>(0)
  func add() { count.wrappingAdd(1, ordering: .relaxed) }
  var now: Int { count.load(ordering: .relaxed) }
}
