/// For how long something that is looked at again and again has not moved although it could have. A value.
///
/// Time in which a thread that wants to go on gets no processor does not count, for that proves nothing. What passes
/// between two looks counts for a second at most: who was stopped for an hour, with what it watches, has not watched it
/// stand still for an hour.
public struct InactivityClock: Sendable {
  private static let spanMax: UInt64 = 1_000_000_000

  private var last: ThreadActivity?
  private var stillNanoseconds: UInt64 = 0
  private var workedNanoseconds: UInt64 = 0
  private var starvedNanoseconds: UInt64 = 0
  private var asleepNanoseconds: UInt64 = 0
  private var arrivals = 0

  /// Milliseconds for which it has stood still, and could have moved.
  public var still: UInt64 { stillNanoseconds / 1_000_000 }
  /// Milliseconds, since it moved, in which it was left no processor, or the system did not say.
  public var starved: UInt64 { starvedNanoseconds / 1_000_000 }
  /// Milliseconds up to the last look in which nobody did anything.
  public var asleep: UInt64 { asleepNanoseconds / 1_000_000 }
  /// Whether it has computed for the larger part of the time.
  public var isAtWork: Bool { workedNanoseconds > stillNanoseconds / 2 }

  /// Nothing has been looked at yet.
  public init() {}

  /// It has moved.
  public mutating func moved() { self = InactivityClock() }

  /// Takes a look at what has not moved; the first one only begins to count.
  /// - Parameters:
  ///   - now: nil where it cannot be read.
  ///   - known: the threads that are known to wait for others in a loop just now.
  ///   - arrivals: how often racers have come to where they meet. On a busy machine that may be the only thing that
  ///     moves for a long time: each of two that wait for one another in turn has run since the last look.
  public mutating func look(
    _ now: ThreadActivity?, waitingInLoops known: Set<Int32> = [], arrivals: Int = 0
  ) {
    if arrivals != self.arrivals {
      moved()
      self.arrivals = arrivals
    }
    guard let now else {
      starvedNanoseconds += Self.spanMax / 10
      asleepNanoseconds = 0
      return
    }
    defer { last = now }
    guard let last else { return }
    let seen = Inactivity(from: last, to: now, waitingInLoops: known)
    let counted = min(seen.counted, Self.spanMax)
    stillNanoseconds += counted
    starvedNanoseconds += min(seen.span, Self.spanMax) - counted
    if seen.kind != .waiting { workedNanoseconds += counted }
    asleepNanoseconds = seen.isAsleep ? asleepNanoseconds + counted : 0
  }
}
