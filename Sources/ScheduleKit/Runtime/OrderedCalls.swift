import CScheduleRuntime

/// A plain field that calls which must follow one another write, with nothing of its own that would order them.
///
/// Two calls that nothing orders are a data race of this field, which ThreadSanitizer or the controlled session reports;
/// `isSite` tells such a report from one about the code under test. To write is never a point of choice.
///
/// Thread-safety: `write` from any thread: that is what it is there to show.
public struct OrderedCalls: ~Copyable, @unchecked Sendable {
  // Safety: see above.
  @usableFromInline
  let field: UnsafeMutablePointer<csr_canary>

  /// The function that writes the field, as reports name it.
  public static let function = "csr_canary_write"

  public init() {
    field = .allocate(capacity: 1)
    field.initialize(to: csr_canary())
  }

  deinit { field.deallocate() }

  /// One call.
  @inlinable
  @inline(__always)
  public func write() { csr_canary_write(field) }

  /// Whether a code address in a report is in `write`.
  public static func isSite(_ address: UInt) -> Bool {
    csr_canary_is_site(UnsafeMutableRawPointer(bitPattern: address))
  }
}
