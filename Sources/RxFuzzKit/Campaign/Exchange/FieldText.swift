/// Named texts of any content, one after another: what parent and child send each other.
///
/// Each field is a line `name length`, then so many bytes, then a line end.
struct FieldText: Equatable, Sendable {
  struct Field: Equatable, Sendable {
    let name: String
    let value: String
  }
  private(set) var fields: [Field] = []

  init() {}

  mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }
  mutating func add(_ name: String, _ value: UInt64?) {
    if let value { add(name, String(value)) }
  }

  /// The first field of that name.
  subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }
  /// The first field of that name as a number.
  func number(_ name: String) -> UInt64? { self[name].flatMap { UInt64($0) } }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for field in fields {
      bytes += Array("\(field.name) \(field.value.utf8.count)\n".utf8)
      bytes += Array(field.value.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// Reads what `bytes` gave; nil for anything else.
  init?(parsing bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    var cursor = 0
    while cursor < bytes.count {
      guard let lineEnd = bytes[cursor...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      let parts = String(decoding: bytes[cursor..<lineEnd], as: UTF8.self).split(separator: " ")
      guard parts.count == 2, let length = Int(parts[1]), length >= 0,
        length < bytes.count - lineEnd - 1
      else { return nil }
      let valueEnd = lineEnd + 1 + length
      guard bytes[valueEnd] == UInt8(ascii: "\n") else { return nil }
      add(String(parts[0]), String(decoding: bytes[(lineEnd + 1)..<valueEnd], as: UTF8.self))
      cursor = valueEnd + 1
    }
  }
}
