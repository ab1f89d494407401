import Dispatch

/// The threads of whoever races at this moment, and which of them wait for the others, for a watchdog on another thread.
///
/// Thread-safety: all members from any thread.
public final class RacingThreads: @unchecked Sendable {
  // Safety: `rendezvous` and `threads` are guarded by `gate`.
  private let gate = DispatchSemaphore(value: 1)
  /// Where the racers wait for each other.
  private var rendezvous: [Rendezvous]?
  /// The system's numbers of the racers' threads.
  private var threads = [Int32](repeating: 0, count: Rendezvous.partiesMax)

  public init() {}

  /// Who waits at a moment, and how far the race was by then. A value.
  public struct Standing: Hashable, Sendable {
    /// The system's numbers of those that wait for the others.
    public var waiting: Set<Int32>
    /// How often racers have come to where they meet: more from one look to the next means that the race goes on.
    public var arrivals: Int
    /// The system's numbers of all that race, or have raced last.
    public var racers: Set<Int32>

    /// What was seen at that moment.
    public init(waiting: Set<Int32>, arrivals: Int, racers: Set<Int32>) {
      self.waiting = waiting
      self.arrivals = arrivals
      self.racers = racers
    }
  }

  /// How the race stands; nil where nothing is being raced.
  public var standing: Standing? {
    gate.wait()
    defer { gate.signal() }
    return rendezvous.map { all in
      Standing(
        waiting: Set(all.flatMap(\.waitingParties).map { threads[$0] }),
        arrivals: all.reduce(0) { $0 + $1.arrivals },
        racers: Set(threads.filter { $0 != 0 }))
    }
  }

  /// Racers that will meet there begin.
  public func begin(_ rendezvous: [Rendezvous]) {
    gate.wait()
    self.rendezvous = rendezvous
    gate.signal()
  }

  /// The thread of the racer of that number in the race that has begun.
  public func enter(thread: Int32, racer: Int) {
    gate.wait()
    threads[racer] = thread
    gate.signal()
  }

  /// The race is over, and what it left to queues.
  public func end() {
    gate.wait()
    rendezvous = nil
    gate.signal()
  }
}
