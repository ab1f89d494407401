import Dispatch

extension DispatchTimeInterval {
  /// This span in nanoseconds; one that does not fit, and `never`, is the longest there is.
  package var nanosecondCount: Int {
    switch self {
    case .seconds(let count): Self.scaled(count, by: 1_000_000_000)
    case .milliseconds(let count): Self.scaled(count, by: 1_000_000)
    case .microseconds(let count): Self.scaled(count, by: 1_000)
    case .nanoseconds(let count): count
    case .never: .max
    @unknown default: .max
    }
  }

  private static func scaled(_ count: Int, by factor: Int) -> Int {
    let (product, overflow) = count.multipliedReportingOverflow(by: factor)
    return overflow ? (count < 0 ? .min : .max) : product
  }
}

extension DispatchTime {
  /// The moment that lies `offset` later, or earlier where it is negative, bounded by what a clock can show.
  ///
  /// The system's addition reads the moment 0 as the present one, which a virtual clock must not.
  package func advanced(byNanoseconds offset: Int) -> DispatchTime {
    let now = uptimeNanoseconds
    let moment =
      offset < 0
      ? now - Swift.min(now, UInt64(offset.magnitude))
      : now + Swift.min(.max - now, UInt64(offset.magnitude))
    return DispatchTime(uptimeNanoseconds: moment)
  }

  /// How much later this moment is than `other`, in nanoseconds; 0 where it is not.
  package func nanoseconds(since other: DispatchTime) -> Int {
    let (now, before) = (uptimeNanoseconds, other.uptimeNanoseconds)
    return now <= before ? 0 : Int(clamping: now - before)
  }
}
