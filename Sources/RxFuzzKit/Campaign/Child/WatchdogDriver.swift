import ScheduleKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The thread of a worker process that notices what the worker itself cannot: that it no longer gets
/// anywhere, and that its parent has no more work or is gone.
///
/// Thread-safety: all members from any thread.
final class WatchdogDriver: Sendable {
  private let journal: Journal
  private let workDescriptor: Int32
  private let millisecondsMaxOrdinary: UInt64
  private let millisecondsMax: Atomic<UInt64>
  private let stop = Atomic<Bool>(false)
  private static let tickMilliseconds: Int32 = 100
  /// While there is no progress, every so many ticks the threads' accounts are read.
  private static let ticksBetweenLooks = 3
  /// For how long nobody must have done anything before it is taken for granted that nobody ever will; and where threads wait
  /// for locks of one another, none of them a racer. They may have done so before.
  private static let asleepMillisecondsMax: (any: UInt64, locked: UInt64) = (2_500, 500)
  /// How long the worker may take to finish its batch when its parent is gone.
  private static let orphanTicksMax = 20

  /// - Parameters:
  ///   - workDescriptor: the pipe whose other end the parent holds.
  ///   - hangSeconds: how long the journal may stand still while a batch runs, not counting the time in which the
  ///     process gets no processor.
  init(journal: Journal, workDescriptor: Int32, hangSeconds: Int) {
    self.journal = journal
    self.workDescriptor = workDescriptor
    millisecondsMaxOrdinary = UInt64(hangSeconds) * 1_000
    millisecondsMax = Atomic(millisecondsMaxOrdinary)
  }

  /// Changes how long the journal may stand still; nil: as long as usual, which is also the most.
  func allow(milliseconds: UInt64?) {
    // Relaxed: a bound on its own; a tick earlier or later does not matter.
    millisecondsMax.store(
      min(milliseconds ?? millisecondsMaxOrdinary, millisecondsMaxOrdinary), ordering: .relaxed)
  }

  /// The parent wants no more: the worker ends after the batch at hand.
  var stopRequested: Bool { stop.load(ordering: .relaxed) }

  /// Watches on a thread of its own until the process ends.
  /// - Parameters:
  ///   - standing: how the race stands just now; nil where nothing is being raced, and nobody being at work does not
  ///     mean a deadlock.
  ///   - onHang: runs there when the process gets nowhere, and receives whether it computes; the process ends after it.
  func start(
    standing: @escaping @Sendable () -> RacingThreads.Standing?,
    onHang: @escaping @Sendable (Bool) -> Void
  ) -> Bool {
    PlainThread.start { self.watch(standing, onHang) }
  }

  private func watch(_ standing: () -> RacingThreads.Standing?, _ onHang: (Bool) -> Void) {
    var last = journal.position
    var clock = InactivityClock()
    var (ticksStill, ticksAsOrphan) = (0, 0)
    while true {
      wait()
      let position = journal.position
      if position != last || !position.phase.hasBatch {
        clock.moved()
        ticksStill = 0
      } else if ticksStill % Self.ticksBetweenLooks == 0 {
        let (race, activity) = (standing(), ThreadActivity())
        clock.look(activity, waitingInLoops: race?.waiting ?? [], arrivals: race?.arrivals ?? 0)
        let isDead = race.map { isDeadlocked($0, activity, asleep: clock.asleep) } ?? false
        let isHung = isDead || clock.still >= millisecondsMax.load(ordering: .relaxed)
        if isHung && journal.position == last {
          boundReport(of: clock.isAtWork ? .atWork : .waiting)
          onHang(clock.isAtWork)
          _exit(WorkerExit.hung)
        }
      }
      if position == last { ticksStill += 1 }
      last = position
      if stopRequested {
        ticksAsOrphan += 1
        if ticksAsOrphan >= Self.orphanTicksMax { _exit(WorkerExit.done) }
      }
    }
  }

  /// Whether the race can never go on, given for how many milliseconds nobody has done anything.
  private func isDeadlocked(
    _ race: RacingThreads.Standing, _ activity: ThreadActivity?, asleep: UInt64
  ) -> Bool {
    if asleep >= Self.asleepMillisecondsMax.any { return true }
    let deadlocked = LockWaits(since: activity).deadlocked
    if !deadlocked.isDisjoint(with: race.racers) { return true }
    return !deadlocked.isEmpty && asleep >= Self.asleepMillisecondsMax.locked
  }

  /// Lets the kernel end the process where the report of a hang waits for what hangs, such as the allocator's lock.
  private func boundReport(of hang: Journal.Hang) {
    journal.hang = hang
    signal(SIGALRM, SIG_DFL)
    var bound = itimerval()
    bound.it_value.tv_sec = CampaignLimits.hangReportSeconds
    #if canImport(Glibc)
      setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &bound, nil)
    #else
      setitimer(ITIMER_REAL, &bound, nil)
    #endif
  }

  /// Waits one tick, or less when the parent closes the pipe in it.
  private func wait() {
    guard !stopRequested else {
      poll(nil, 0, Self.tickMilliseconds)
      return
    }
    var descriptor = pollfd(fd: workDescriptor, events: 0, revents: 0)
    let count = poll(&descriptor, 1, Self.tickMilliseconds)
    if count > 0, descriptor.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
      // Relaxed: a flag on its own; nothing else is published by it.
      stop.store(true, ordering: .relaxed)
    }
  }
}
