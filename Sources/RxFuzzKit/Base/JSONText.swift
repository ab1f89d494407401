/// A JSON value and its text, for reports that machines read and files that people write.
///
/// Objects keep the order of their members, so that the same run gives the same text. Thread-safety: a value.
public indirect enum JSONText: Sendable {
  case null
  case boolean(Bool)
  case number(UInt64)
  /// A number that is negative, or no whole one.
  case decimal(Double)
  case string(String)
  case array([JSONText])
  case object([(name: String, value: JSONText)])

  /// The string, or null.
  public static func optional(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }

  /// The text, indented by two blanks a level.
  public var text: String { lines(indent: "") + "\n" }

  /// The text in one line, without the line's end.
  public var line: String {
    switch self {
    case .null, .boolean, .number, .decimal, .string: lines(indent: "")
    case .array(let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + members.map { "\(Self.quoted($0.name)): \($0.value.line)" }.joined(separator: ", ") + "}"
    }
  }

  private func lines(indent: String) -> String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): String(value)
    case .decimal(let value): value.isFinite ? String(value) : "null"
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

extension JSONText {
  /// The member of that name; nil where there is none, or where this is no object.
  public subscript(name: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The values of an array; nil for anything else.
  public var values: [JSONText]? { if case .array(let values) = self { values } else { nil } }
  /// The members of an object; nil for anything else.
  public var members: [(name: String, value: JSONText)]? {
    if case .object(let members) = self { members } else { nil }
  }
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  public var number: UInt64? { if case .number(let value) = self { value } else { nil } }
}
