import RxFuzzKit
@preconcurrency import RxSwift
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// What RxSwift promises beside its graphs.
enum Checks {
  static let all = ofSequences + ofVersion6 + bridges

  /// What ends is over, and lets go.
  private static let ofSequences: [LibraryCheck] = [
    LibraryCheck("scheduledWork", ways: ScheduledWorkRun.ways) { ScheduledWorkRun($0) },
    LibraryCheck("stackDepth", ways: StackDepthRun.ways) { StackDepthRun($0) },
    LibraryCheck("sourceReleased", ways: SourceReleasedRun.ways) { SourceReleasedRun($0) },
    LibraryCheck("following", ways: FollowingRun.ways) { FollowingRun($0) },
    LibraryCheck("disposable", ways: DisposableRun.ways) { DisposableRun($0) },
    LibraryCheck("callouts", ways: CalloutRun.ways) { CalloutRun($0) },
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
    #else
      []
    #endif
  }()

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
  /// It has not come true when the waiting thread alone has run for so long, and so much time has passed. A process that
  /// gets no processor proves nothing: its threads share what it gets.
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

  /// It looks for so long, and rests for as long: who only yields gets next to nothing beside threads that do not, and the time
  /// that counts would pass slowly.
  private static let rest: Duration = .microseconds(200)

  /// Time enough for another thread to get to where it waits, if it runs; nothing depends on it.
  static func aMoment() { usleep(momentMicroseconds) }
  private static let momentMicroseconds: UInt32 = 300

  /// For how long the current thread has run.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// A number that several threads count up. Thread-safety: any thread.
final class CheckedCount: Sendable {
  // Relaxed: only a number, which whoever waits for it reads again and again.
  private let count = Atomic<Int>(0)
  func add() { count.wrappingAdd(1, ordering: .relaxed) }
  var now: Int { count.load(ordering: .relaxed) }
}
