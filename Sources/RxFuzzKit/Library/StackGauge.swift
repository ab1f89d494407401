/// How deep on the stack calls lie that should follow one another, for a check that none is made from inside the one before.
///
/// Thread-safety: used by one thread at a time, whose stack it looks at.
public final class StackGauge {
  /// Calls that were noted.
  public private(set) var count = 0
  private var shallowest = UInt.min
  private var deepest = UInt.max
  /// Less than the frames of any two calls.
  private static let bytesPerCallMax = 48

  public init() {}

  /// Notes where on the stack the caller is.
  public func note() {
    var here = 0
    let place = withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    shallowest = max(shallowest, place)
    deepest = min(deepest, place)
    count += 1
  }

  /// Whether the calls lie one inside the other, rather than one after the other: on the way in, or on the way out.
  public var grows: Bool {
    count > 0 && shallowest >= deepest + UInt(count * Self.bytesPerCallMax)
  }
}
