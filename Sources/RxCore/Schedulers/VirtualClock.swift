/// The time of a virtual scheduler, and whether it runs. Thread-safety: any thread.
final class VirtualClock<Time: Sendable>: @unchecked Sendable {
  // Safety: all variables are guarded by `lock`.
  private let lock = Lock()
  private var shown: Time
  private var changes = 0
  private var running = false

  init(_ time: Time) { shown = time }

  var time: Time { lock.withLock { shown } }
  var isRunning: Bool { lock.withLock { running } }

  /// Starts a run, unless there is one: then it returns false.
  func beginRun() -> Bool {
    lock.withLock {
      if running { return false }
      running = true
      return true
    }
  }

  func stop() { lock.withLock { running = false } }

  /// Moves the time forward to `time`; it never goes back.
  ///
  /// The order of times is somebody else's code, which is not called under the lock: a change that comes between
  /// the comparison and the move makes it start again.
  func advance(to time: Time, isEarlier: (Time, Time) -> Bool) {
    while true {
      let (before, seen) = lock.withLock { (shown, changes) }
      guard isEarlier(before, time) else { return }
      let isMoved = lock.withLock {
        guard changes == seen else { return false }
        shown = time
        changes += 1
        return true
      }
      if isMoved { return }
    }
  }
}
