import Dispatch

/// A virtual time scheduler whose time is the time of every scheduler: for replaying what has happened before.
///
/// Thread-safety: that of its base.
public class HistoricalScheduler: VirtualTimeScheduler<HistoricalSchedulerTimeConverter>,
  @unchecked Sendable
{
  // Safety: adds no state.

  /// A scheduler that shows `initialClock`, by default the beginning of the clock, until it is moved.
  public init(initialClock: RxTime = RxTime(uptimeNanoseconds: 0)) {
    super.init(initialClock: initialClock, converter: HistoricalSchedulerTimeConverter())
  }
}

/// Leaves time as it is.
public struct HistoricalSchedulerTimeConverter: VirtualTimeConverterType {
  /// The time of every scheduler.
  public typealias VirtualTimeUnit = RxTime
  /// The spans of every scheduler.
  public typealias VirtualTimeIntervalUnit = RxTimeInterval

  /// A converter; all are the same.
  public init() {}

  public func convertFromVirtualTime(_ virtualTime: RxTime) -> RxTime { virtualTime }
  public func convertToVirtualTime(_ time: RxTime) -> RxTime { time }
  public func convertFromVirtualTimeInterval(
    _ virtualTimeInterval: RxTimeInterval
  ) -> RxTimeInterval { virtualTimeInterval }
  public func convertToVirtualTimeInterval(_ timeInterval: RxTimeInterval) -> RxTimeInterval {
    timeInterval
  }
  public func offsetVirtualTime(_ time: RxTime, offset: RxTimeInterval) -> RxTime {
    time.advanced(byNanoseconds: offset.nanosecondCount)
  }
  public func compareVirtualTime(_ lhs: RxTime, _ rhs: RxTime) -> VirtualTimeComparison {
    if lhs.uptimeNanoseconds == rhs.uptimeNanoseconds { return .equal }
    return lhs.uptimeNanoseconds < rhs.uptimeNanoseconds ? .lessThan : .greaterThan
  }
}
