/// A JSON value and its text, for reports that machines read.
///
/// Objects keep the order of their members, so that the same run gives the same text.
indirect enum JSONText {
  case null
  case boolean(Bool)
  case number(UInt64)
  case string(String)
  case array([JSONText])
  case object([(name: String, value: JSONText)])

  /// The string, or null.
  static func optional(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }

  /// The text, indented by two blanks a level.
  var text: String { lines(indent: "") + "\n" }

  private func lines(indent: String) -> String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): String(value)
    case .string(let value): Self.quoted(value)
    case .array(let values):
      Self.block("[", values.map { $0.lines(indent: indent + "  ") }, "]", indent)
    case .object(let members):
      Self.block(
        "{",
        members.map { "\(Self.quoted($0.name)): \($0.value.lines(indent: indent + "  "))" }, "}",
        indent)
    }
  }

  private static func block(
    _ opening: String, _ parts: [String], _ closing: String, _ indent: String
  ) -> String {
    if parts.isEmpty { return opening + closing }
    let inner = parts.map { "\(indent)  \($0)" }.joined(separator: ",\n")
    return "\(opening)\n\(inner)\n\(indent)\(closing)"
  }

  /// Escapes what RFC 8259 wants escaped.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
