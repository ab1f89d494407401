/// What of the code under test was a schedule point in a run, and what was not.
public struct PointCoverage: Hashable, Sendable {
  /// Objects and places in the code whose accesses were points.
  public var points = 0
  /// Accesses that were none, since no two tasks share what they touch, or nobody writes it.
  public var accessesPassed = 0
  /// Accesses that there was no room to watch.
  public var accessesUnwatched = 0
  public init() {}

  /// The widest view of both.
  public mutating func formUnion(_ other: PointCoverage) {
    points = max(points, other.points)
    accessesPassed = max(accessesPassed, other.accessesPassed)
    accessesUnwatched = max(accessesUnwatched, other.accessesUnwatched)
  }

  /// For example `23 objects and places are points; up to 410 accesses of a schedule are none: ...`.
  public var words: String {
    "\(NumberWords.grouped(UInt64(points))) shared objects and places are points beside all "
      + "synchronisation; up to \(NumberWords.counted(UInt64(accessesPassed), "access", "accesses")) of a "
      + "schedule are none: no two tasks share what they touch, or nobody writes it"
  }
}
