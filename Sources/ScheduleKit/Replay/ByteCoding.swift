/// Writes numbers and short texts as bytes, small numbers as one.
struct ByteWriter {
  var bytes: [UInt8] = []

  /// Seven bits a byte, the lowest first.
  mutating func add(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func add(_ text: String) {
    add(UInt64(text.utf8.count))
    bytes += Array(text.utf8)
  }
}

/// Reads what `ByteWriter` wrote; nil for anything else.
struct ByteReader {
  private var bytes: ArraySlice<UInt8>
  private static let textMax: UInt64 = 64

  init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { bytes.isEmpty }

  mutating func number() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      let part = UInt64(byte & 0x7F)
      guard shift < 63 || part <= 1 else { return nil }
      number |= part << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  mutating func small() -> UInt32? { number().flatMap { UInt32(exactly: $0) } }

  mutating func text() -> String? {
    guard let count = number(), count <= Self.textMax, count <= UInt64(bytes.count) else {
      return nil
    }
    let text = String(validating: bytes.prefix(Int(count)), as: UTF8.self)
    bytes.removeFirst(Int(count))
    return text
  }
}

/// Bytes as letters that need no quoting anywhere. Source: RFC 4648, base64url without padding.
enum Base64Address {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(letters[Int(buffer >> UInt32(bits)) & 63])
      }
    }
    if bits > 0 { text.append(letters[Int(buffer << UInt32(6 - bits)) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil where anything but the letters occurs.
  static func decode(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for letter in text.utf8 {
      guard let value = letters.firstIndex(of: letter) else { return nil }
      buffer = buffer << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    return bytes
  }
}
