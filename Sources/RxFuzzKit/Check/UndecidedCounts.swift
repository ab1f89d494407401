/// How many traces could not be judged, by cause. A value.
public struct UndecidedCounts: Hashable, Sendable {
  private var counts = Array(repeating: 0, count: UndecidedCause.Kind.allCases.count)

  public init() {}

  public subscript(kind: UndecidedCause.Kind) -> Int {
    get { counts[kind.rawValue] }
    set { counts[kind.rawValue] = newValue }
  }

  /// Those of all causes.
  public var total: Int { counts.reduce(0, +) }

  /// Adds those of another count.
  public mutating func add(_ other: UndecidedCounts) {
    for kind in UndecidedCause.Kind.allCases { self[kind] += other[kind] }
  }
}
