/// For how long something that is looked at again and again has not moved.
///
/// What passes between two looks counts for a second at most: who was stopped for an hour, with what it watches, has not
/// watched it stand still for an hour. A value.
public struct InactivityClock: Sendable {
  private static let lookMilliseconds: UInt64 = 1_000

  private var lastLook: UInt64
  /// Milliseconds for which it has stood still.
  public private(set) var still: UInt64 = 0

  public init(now: UInt64) { lastLook = now }

  /// Takes a look.
  public mutating func look(now: UInt64, hasMoved: Bool) {
    let passed = now - min(now, lastLook)
    lastLook = now
    still = hasMoved ? 0 : still + min(passed, Self.lookMilliseconds)
  }
}
