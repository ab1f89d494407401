import Dispatch
import RxCore

/// Counts virtual time in ticks that stand for `resolution` seconds each.
public struct TestSchedulerVirtualTimeConverter: VirtualTimeConverterType {
  /// Ticks since the beginning.
  public typealias VirtualTimeUnit = TestTime
  /// A number of ticks.
  public typealias VirtualTimeIntervalUnit = TestTime

  private let nanosecondsPerTick: Double

  init(resolution: Double) { nanosecondsPerTick = resolution * 1e9 }

  public func convertFromVirtualTime(_ virtualTime: TestTime) -> RxTime {
    RxTime(uptimeNanoseconds: UInt64(max(0, Double(virtualTime) * nanosecondsPerTick)))
  }
  public func convertToVirtualTime(_ time: RxTime) -> TestTime {
    rounded(Double(time.uptimeNanoseconds))
  }
  public func convertFromVirtualTimeInterval(_ virtualTimeInterval: TestTime) -> RxTimeInterval {
    .nanoseconds(Int(Double(virtualTimeInterval) * nanosecondsPerTick))
  }
  public func convertToVirtualTimeInterval(_ timeInterval: RxTimeInterval) -> TestTime {
    rounded(Double(timeInterval.nanosecondCount))
  }
  public func offsetVirtualTime(_ time: TestTime, offset: TestTime) -> TestTime {
    let (moment, overflow) = time.addingReportingOverflow(offset)
    return overflow ? .max : moment
  }
  public func compareVirtualTime(_ lhs: TestTime, _ rhs: TestTime) -> VirtualTimeComparison {
    lhs < rhs ? .lessThan : lhs == rhs ? .equal : .greaterThan
  }

  // Rounded up, so that nothing is early; the tolerance takes back what division adds to a whole number. A span
  // that the clock cannot show, `never` among them, ends beyond every test.
  private func rounded(_ nanoseconds: Double) -> TestTime {
    Int(exactly: (nanoseconds / nanosecondsPerTick - 1e-6).rounded(.up)) ?? .max
  }
}
