/// Paths as they are kept and shown. What the system takes for a path is bytes, which need not be text: each byte that is
/// part of none stands in a `String` as one scalar of the last private area, and is that byte again where the path is used.
public enum PathText {
  private static let firstScalar: UInt32 = 0x10_FF00
  /// Columns of a path in a message; what is longer is cut in its middle.
  private static let columnsMax = 120

  /// The path of those bytes.
  public static func path(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    if let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: isByte)
    {
      return text
    }
    var scalars = String.UnicodeScalarView()
    var rest = bytes[...]
    while let first = rest.first {
      let length = (1...4).first { count in
        guard count <= rest.count,
          let text = String(validating: rest.prefix(count), as: UTF8.self)
        else { return false }
        return !text.unicodeScalars.contains(where: isByte)
      }
      if let length {
        scalars += String(decoding: rest.prefix(length), as: UTF8.self).unicodeScalars
      } else if let scalar = Unicode.Scalar(firstScalar + UInt32(first)) {
        scalars.append(scalar)
      }
      rest = rest.dropFirst(length ?? 1)
    }
    return String(scalars)
  }

  /// The bytes of a path, for the system: with a zero behind them.
  static func bytes(_ path: String) -> [CChar] {
    var bytes: [CChar] = []
    for scalar in path.unicodeScalars {
      if let byte = byte(scalar) {
        bytes.append(CChar(bitPattern: byte))
      } else {
        bytes += String(scalar).utf8.map { CChar(bitPattern: $0) }
      }
    }
    return bytes + [0]
  }

  /// On one line without control characters, for a message; the middle is left out where it is long.
  public static func shown(_ path: String) -> String {
    let shown = path.unicodeScalars.map(shown).joined()
    guard shown.count > columnsMax else { return shown }
    return "\(shown.prefix(columnsMax / 3))…\(shown.suffix(columnsMax - columnsMax / 3 - 1))"
  }

  /// One scalar of it: itself, or what stands for a control character or a byte.
  static func shown(_ scalar: Unicode.Scalar) -> String {
    if let byte = byte(scalar) { return "\\x" + hexadecimal(byte) }
    return isControl(scalar) ? scalar.escaped(asASCII: true) : String(scalar)
  }

  /// The byte that a scalar stands for, or nil where it stands for itself.
  static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    isByte(scalar) ? UInt8(scalar.value - firstScalar) : nil
  }

  private static func isByte(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= firstScalar }

  static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// Whether a terminal does something else with it than to show it.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // What turns the direction of text around.
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}
