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
  static let all = ofSequences + bridges

  /// What ends is over, and lets go.
  private static let ofSequences: [LibraryCheck] = [
    LibraryCheck("scheduledWork", ways: ScheduledWorkRun.ways) { ScheduledWorkRun($0) },
    LibraryCheck("stackDepth", ways: StackDepthRun.ways) { StackDepthRun($0) },
    LibraryCheck("sourceReleased", ways: SourceReleasedRun.ways) { SourceReleasedRun($0) },
  ]

  /// The bridges to Swift concurrency that this version has on this platform.
  private static let bridges: [LibraryCheck] = {
    var checks: [LibraryCheck] = []
    #if RXSWIFT_VALUES
      checks.append(LibraryCheck("values", ways: ValuesRun.ways) { ValuesRun($0) })
    #endif
    #if RXSWIFT_ASYNC_SEQUENCES
      checks.append(
        LibraryCheck("asyncSequence", ways: AsyncSequenceRun.ways) { AsyncSequenceRun($0) })
    #endif
    #if RXSWIFT_AWAITED_TRAITS
      checks.append(LibraryCheck("value", ways: ValueRun.ways, endsProcess: true) { ValueRun($0) })
    #endif
    return checks
  }()
}

/// Waiting for what other threads are to do.
enum CheckedWait {
  private static let secondsMax = 10.0

  /// Whether it comes true, in time.
  static func until(_ isTrue: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(secondsMax)
    while !isTrue() {
      if ContinuousClock.now > deadline { return isTrue() }
      sched_yield()
    }
    return true
  }
}

/// A number that several threads count up. Thread-safety: any thread.
final class CheckedCount: Sendable {
  // Relaxed: only a number, which whoever waits for it reads again and again.
  private let count = Atomic<Int>(0)
  func add() { count.wrappingAdd(1, ordering: .relaxed) }
  var now: Int { count.load(ordering: .relaxed) }
}
