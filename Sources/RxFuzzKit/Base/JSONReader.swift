/// Reads JSON as RFC 8259 defines it.
///
/// Thread-safety: a value.
public struct JSONReader: Sendable {
  /// Why a text is no JSON: one line, and where.
  public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1; the column counts bytes.
    public let line: Int
    public let column: Int
    public let description: String
  }

  /// How deep values may lie in each other.
  public static let depthMax = 64

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  /// The value that the whole text is.
  public static func value(of text: [UInt8]) throws(ParseError) -> JSONText {
    var reader = JSONReader(bytes: text)
    let value = try reader.value()
    reader.skipBlanks()
    guard reader.place == text.count else {
      throw reader.error("something stands behind the value")
    }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func error(_ description: String) -> ParseError {
    let before = bytes[..<min(place, bytes.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return ParseError(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: before.count - lineStart + 1,
      description: description)
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 32 || (9...13).contains(byte) && byte != 11 && byte != 12 {
      place += 1
    }
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func takes(word: String) -> Bool {
    guard bytes[place...].starts(with: word.utf8) else { return false }
    place += word.utf8.count
    return true
  }

  private mutating func value() throws(ParseError) -> JSONText {
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return try nested { (reader) throws(ParseError) in try reader.object() }
    case UInt8(ascii: "["): return try nested { (reader) throws(ParseError) in try reader.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return try number()
    case nil: throw error("the text ends where a value is expected")
    default:
      if takes(word: "true") { return .boolean(true) }
      if takes(word: "false") { return .boolean(false) }
      if takes(word: "null") { return .null }
      throw error("a value is expected")
    }
  }

  private mutating func nested(
    _ read: (inout JSONReader) throws(ParseError) -> JSONText
  ) throws(ParseError) -> JSONText {
    guard depth < Self.depthMax else { throw error("values lie more than \(Self.depthMax) deep") }
    depth += 1
    place += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(ParseError) -> JSONText {
    var members: [(name: String, value: JSONText)] = []
    var names: Set<String> = []
    skipBlanks()
    if takes("}") { return .object([]) }
    while true {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw error("a name in quotes is expected") }
      let start = place
      let name = try string()
      guard names.insert(name).inserted else {
        place = start
        let shown = name.unicodeScalars.prefix(40).map { $0.escaped(asASCII: false) }.joined()
        throw error("`\(shown)` is named twice")
      }
      skipBlanks()
      guard takes(":") else { throw error("`:` is expected") }
      members.append((name, try value()))
      skipBlanks()
      if takes("}") { return .object(members) }
      guard takes(",") else { throw error("`,` or `}` is expected") }
    }
  }

  private mutating func array() throws(ParseError) -> JSONText {
    var values: [JSONText] = []
    skipBlanks()
    if takes("]") { return .array([]) }
    while true {
      values.append(try value())
      skipBlanks()
      if takes("]") { return .array(values) }
      guard takes(",") else { throw error("`,` or `]` is expected") }
    }
  }

  private mutating func number() throws(ParseError) -> JSONText {
    let start = place
    while let byte = next,
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
    { place += 1 }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let isPadded = digits.hasPrefix("0") && digits.dropFirst().first?.isNumber == true
    if !isPadded, digits.last?.isNumber == true, digits.first?.isNumber == true {
      if let whole = UInt64(text) { return .number(whole) }
      if let decimal = Double(text), decimal.isFinite { return .decimal(decimal) }
    }
    place = start
    throw error("`\(text.prefix(40))` is no number")
  }

  private mutating func string() throws(ParseError) -> String {
    place += 1
    var content: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else {
          throw error("a string is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): content += Array(String(try escaped()).utf8)
      case 0..<32: throw error("a control character stands in a string")
      default: content.append(byte)
      }
    }
    throw error("the text ends in a string")
  }

  private mutating func escaped() throws(ParseError) -> Unicode.Scalar {
    guard let byte = next else { throw error("the text ends in a string") }
    place += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"): return try codePoint()
    default: throw error("this escape is not known")
    }
  }

  private mutating func codePoint() throws(ParseError) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
    guard UTF16.isLeadSurrogate(first), takes("\\"), takes("u") else {
      throw error("half a surrogate pair stands alone")
    }
    let second = try unit()
    guard UTF16.isTrailSurrogate(second) else { throw error("half a surrogate pair stands alone") }
    let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    guard let scalar = Unicode.Scalar(value) else { throw error("no character has that number") }
    return scalar
  }

  private mutating func unit() throws(ParseError) -> UInt16 {
    let digits = bytes[place...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("four hexadecimal digits are expected") }
    place += 4
    return unit
  }
}
