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
  private let ticksMaxOrdinary: Int
  private let ticksMax: Atomic<Int>
  private let stop = Atomic<Bool>(false)
  private static let tickMilliseconds: Int32 = 100
  /// After so long without progress, and again each time, it is worth to see whether there can be any.
  private static let ticksUntilLook = 20
  /// How long the worker may take to finish its batch when its parent is gone.
  private static let orphanTicksMax = 20

  /// - Parameters:
  ///   - workDescriptor: the pipe whose other end the parent holds.
  ///   - hangSeconds: how long the journal may stand still while a batch runs.
  init(journal: Journal, workDescriptor: Int32, hangSeconds: Int) {
    self.journal = journal
    self.workDescriptor = workDescriptor
    ticksMaxOrdinary = hangSeconds * 1_000 / Int(Self.tickMilliseconds)
    ticksMax = Atomic(ticksMaxOrdinary)
  }

  /// Changes how long the journal may stand still; nil: as long as usual, which is also the most.
  func allow(milliseconds: UInt64?) {
    let ticks = milliseconds.map { Int($0) / Int(Self.tickMilliseconds) } ?? ticksMaxOrdinary
    // Relaxed: a bound on its own; a tick earlier or later does not matter.
    ticksMax.store(min(ticks, ticksMaxOrdinary), ordering: .relaxed)
  }

  /// The parent wants no more: the worker ends after the batch at hand.
  var stopRequested: Bool { stop.load(ordering: .relaxed) }

  /// Watches on a thread of its own until the process ends.
  /// - Parameters:
  ///   - seesDeadlock: runs there where there was no progress for a while; whether waiting any longer is of no use.
  ///   - onHang: runs there; the process ends after it, or is given as much time again where it says false. It is told how often
  ///     it has done so for the same place.
  func start(
    seesDeadlock: @escaping @Sendable () -> Bool,
    onHang: @escaping @Sendable (_ grants: Int) -> Bool
  ) -> Bool {
    PlainThread.start { self.watch(seesDeadlock, onHang) }
  }

  private func watch(_ seesDeadlock: () -> Bool, _ onHang: (Int) -> Bool) {
    var last = journal.position
    var grants = 0
    var ticksWithoutProgress = 0
    var ticksAsOrphan = 0
    while true {
      wait()
      let position = journal.position
      // Ticks are counted, not time: a process that was stopped for an hour has not hung for an hour.
      let busy = position.phase.hasBatch
      ticksWithoutProgress = busy && position == last ? ticksWithoutProgress + 1 : 0
      if position != last { grants = 0 }
      last = position
      let isLook = ticksWithoutProgress > 0 && ticksWithoutProgress % Self.ticksUntilLook == 0
      if ticksWithoutProgress >= ticksMax.load(ordering: .relaxed)
        || isLook && seesDeadlock() && journal.position == last
      {
        if onHang(grants) { _exit(WorkerExit.hung) }
        grants += 1
        ticksWithoutProgress = 0
      }
      if stopRequested {
        ticksAsOrphan += 1
        if ticksAsOrphan >= Self.orphanTicksMax { _exit(WorkerExit.done) }
      }
    }
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
