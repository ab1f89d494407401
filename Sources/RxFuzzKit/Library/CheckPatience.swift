import ScheduleKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How long checks wait for what other threads, tasks, queues and timers are to do.
///
/// A process that gets no processor proves nothing: its threads share what it gets. So what a check waits for has not come
/// true when the waiting thread alone has run for so long, and so much time has passed. Where threads have come to wait for locks
/// of each other meanwhile, which may be what is waited for, a part of that is enough. Thread-safety: any thread.
public final class CheckPatience: Sendable {
  private let processorSeconds: Double
  private let seconds: Double
  private let partAfterwards: Double
  // Relaxed: only a question of patience.
  private let hasFailed = Atomic<Bool>(false)
  /// It looks for so long, and rests for as long: who only yields gets next to nothing beside threads that do not, and the time
  /// that counts would pass slowly.
  private static let rest: Duration = .microseconds(200)
  /// From one look at who waits for whom to the next.
  private static let look: Duration = .milliseconds(100)
  private let deadlocks = DeadlockWatch()
  private static let partOfDeadlocked = 0.1

  /// - Parameters:
  ///   - processorSeconds: for which the waiting thread runs at least.
  ///   - seconds: that pass at least.
  ///   - partAfterwards: of both, when something has not come in time already: a run that fails shall not wait so long for each
  ///     part.
  public init(processorSeconds: Double, seconds: Double, partAfterwards: Double) {
    (self.processorSeconds, self.seconds) = (processorSeconds, seconds)
    self.partAfterwards = partAfterwards
  }

  /// Whether it comes true, in time.
  public func until(_ isTrue: () -> Bool) -> Bool {
    var part = hasFailed.load(ordering: .relaxed) ? partAfterwards : 1
    let start = ContinuousClock.now
    let processorStart = Processor.threadNanoseconds
    var restsAt = start + Self.rest
    var looksAt = start + Self.look
    while !isTrue() {
      let now = ContinuousClock.now
      if now > start + .seconds(seconds * part),
        Processor.threadNanoseconds > processorStart + UInt64(processorSeconds * part * 1e9)
      {
        if isTrue() { return true }
        hasFailed.store(true, ordering: .relaxed)
        return false
      }
      if now > looksAt {
        if deadlocks.hasNews() { part = min(part, Self.partOfDeadlocked) }
        looksAt = ContinuousClock.now + Self.look
      }
      if now > restsAt {
        usleep(UInt32(Self.rest / .microseconds(1)))
        restsAt = ContinuousClock.now + Self.rest
      }
    }
    return true
  }
}
