import Dispatch

/// Who races a part at this moment, for a watchdog on another thread.
///
/// Thread-safety: all members from any thread.
final class PartMonitor: @unchecked Sendable {
  // Safety: `rendezvous` and `threads` are guarded by `gate`.
  private let gate = DispatchSemaphore(value: 1)
  private var rendezvous: Rendezvous?
  /// The system's numbers of the racers' threads.
  private var threads: [Int: Int32] = [:]

  /// The threads of racers that wait for the others; nil where no part is being raced.
  var waitingThreads: Set<Int32>? {
    gate.wait()
    defer { gate.signal() }
    return rendezvous.map { Set($0.waitingParties.compactMap { threads[$0] }) }
  }

  /// Racers that will meet there begin.
  func begin(_ rendezvous: Rendezvous) {
    gate.wait()
    self.rendezvous = rendezvous
    threads = [:]
    gate.signal()
  }

  /// The thread on which a racer of the race that has begun runs.
  func enter(thread: Int32, racer: Int) {
    gate.wait()
    threads[racer] = thread
    gate.signal()
  }

  /// The race is over, and what it left to queues.
  func end() {
    gate.wait()
    rendezvous = nil
    gate.signal()
  }
}
