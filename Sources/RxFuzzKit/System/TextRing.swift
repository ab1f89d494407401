/// Keeps the end of an output that may be endless.
struct TextRing: Sendable {
  private var kept: [UInt8] = []
  private let bytesMax: Int

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  mutating func append(_ bytes: some Collection<UInt8>) {
    kept += bytes.suffix(bytesMax)
    // Trimming at twice the bound keeps the cost of a long output linear.
    if kept.count > 2 * bytesMax { kept.removeFirst(kept.count - bytesMax) }
  }

  /// The last bytes as text; broken characters are replaced.
  var text: String { String(decoding: kept.suffix(bytesMax), as: UTF8.self) }
}
