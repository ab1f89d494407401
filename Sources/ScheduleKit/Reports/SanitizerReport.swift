import CScheduleRuntime

/// One report of ThreadSanitizer, taken inside this process. Without ThreadSanitizer there are never any.
public struct SanitizerReport: Hashable, Sendable {
  /// One access that takes part in it.
  public struct Access: Hashable, Sendable {
    public let isWrite: Bool
    public let isAtomic: Bool
    public let bytes: Int
    /// Function and place each, the innermost first.
    public let frames: [String]
  }

  /// ThreadSanitizer's own word, for example `data-race`.
  public let kind: String
  /// The number that `setContext` was given last; negative: none.
  public let context: Int64
  public let accesses: [Access]

  /// The oldest report that was not taken yet; nil where there is none. One caller at a time.
  public static func take() -> SanitizerReport? {
    var raw = csr_tsan_report()
    return csr_tsan_take_report(&raw) ? SanitizerReport(&raw) : nil
  }

  /// Says what is running now, to be noted in each report made from now on. Any thread; the last one wins.
  @inlinable
  public static func setContext(_ context: Int64) { csr_tsan_context_set(context) }

  /// From now on reports are gathered only, and ThreadSanitizer prints nothing. Any thread.
  public static func printNothing() { csr_tsan_print_nothing() }

  private static let lineBytesMax = 512

  private init(_ raw: inout csr_tsan_report) {
    kind = withUnsafeBytes(of: &raw.kind) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    context = raw.context
    let count = Int(raw.access_count)
    accesses = withUnsafeBytes(of: &raw.accesses) {
      $0.bindMemory(to: csr_tsan_access.self).prefix(count).map(Self.access)
    }
  }

  private static func access(_ raw: csr_tsan_access) -> Access {
    var raw = raw
    let frames = withUnsafeBytes(of: &raw.frames) { bytes in
      bytes.bindMemory(to: UInt64.self).prefix { $0 != 0 }.map(describe)
    }
    return Access(
      isWrite: raw.is_write, isAtomic: raw.is_atomic, bytes: Int(raw.size_bytes), frames: frames)
  }

  private static func describe(_ programCounter: UInt64) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: lineBytesMax) { buffer in
      csr_tsan_describe(programCounter, buffer.baseAddress, UInt64(lineBytesMax))
      return SwiftName.withoutDiscriminators(String(cString: buffer.baseAddress!)[...])
    }
  }
}
