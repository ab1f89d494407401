/// Converts between the time of a virtual scheduler and the time that every scheduler speaks.
///
/// Thread-safety: its functions are pure and may be called from any thread.
public protocol VirtualTimeConverterType: Sendable {
  /// A moment of virtual time.
  associatedtype VirtualTimeUnit: Sendable
  /// A span of virtual time.
  associatedtype VirtualTimeIntervalUnit: Sendable

  /// The real moment that a virtual one stands for.
  func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime
  /// The virtual moment that a real one stands for.
  func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit
  /// The real span that a virtual one stands for.
  func convertFromVirtualTimeInterval(
    _ virtualTimeInterval: VirtualTimeIntervalUnit
  ) -> RxTimeInterval
  /// The virtual span that a real one stands for.
  func convertToVirtualTimeInterval(_ timeInterval: RxTimeInterval) -> VirtualTimeIntervalUnit
  /// The moment that lies `offset` after `time`.
  func offsetVirtualTime(
    _ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit
  ) -> VirtualTimeUnit
  /// The order of two moments.
  func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison
}

/// How one moment of virtual time lies to another.
public enum VirtualTimeComparison: Sendable {
  /// The first is earlier.
  case lessThan
  /// They are the same.
  case equal
  /// The first is later.
  case greaterThan
}
