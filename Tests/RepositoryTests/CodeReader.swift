/// Separates code from comments and strings, as far as these tests need it.
enum CodeReader {
  /// `text` with comments and string contents replaced by nothing, newlines kept.
  ///
  /// Raw strings and regular expression literals between `#` signs are skipped whole; code inside a
  /// string interpolation counts as part of the string.
  static func codeOnly(_ text: String) -> String {
    var reader = Reader(characters: Array(text.utf8))
    return reader.read()
  }
}

/// A cursor over the bytes of a Swift file.
private struct Reader {
  let characters: [UInt8]
  var index = 0
  var output: [UInt8] = []

  init(characters: [UInt8]) {
    self.characters = characters
    output.reserveCapacity(characters.count)
  }

  mutating func read() -> String {
    while index < characters.count {
      // Most bytes begin nothing: the prefixes are compared only where one of them can stand.
      let byte = characters[index]
      if byte != Self.slash, byte != Self.quote, byte != Self.hash {
        output.append(byte)
        index += 1
      } else if starts(with: "//") {
        skipLine()
      } else if starts(with: "/*") {
        skipBlockComment()
      } else if starts(with: "\"\"\"") {
        skip(until: "\"\"\"", opening: 3, escapes: true)
      } else if starts(with: "#\"") {
        skip(until: "\"#", opening: 2, escapes: false)
      } else if starts(with: "#/") {
        skip(until: "/#", opening: 2, escapes: false)
      } else if starts(with: "\"") {
        skip(until: "\"", opening: 1, escapes: true)
      } else {
        output.append(characters[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static let slash = UInt8(ascii: "/")
  private static let quote = UInt8(ascii: "\"")
  private static let hash = UInt8(ascii: "#")
  private static let backslash = UInt8(ascii: "\\")
  private static let newline = UInt8(ascii: "\n")

  private func starts(with prefix: StaticString) -> Bool {
    let count = prefix.utf8CodeUnitCount
    guard index + count <= characters.count else { return false }
    var offset = 0
    while offset < count {
      if characters[index + offset] != prefix.utf8Start[offset] { return false }
      offset += 1
    }
    return true
  }

  private mutating func skipLine() {
    let newline = Self.newline
    while index < characters.count, characters[index] != newline { index += 1 }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        index += 2
      } else if starts(with: "*/") {
        depth -= 1
        index += 2
      } else {
        keepNewline()
      }
    } while depth > 0 && index < characters.count
  }

  private mutating func skip(until end: StaticString, opening: Int, escapes: Bool) {
    output.append(UInt8(ascii: "\""))
    index += opening
    while index < characters.count, !starts(with: end) {
      if escapes, characters[index] == Self.backslash, starts(with: "\\(") {
        skipInterpolation()
      } else if escapes, characters[index] == Self.backslash {
        index += 1
        keepNewline()
      } else {
        keepNewline()
      }
    }
    index += end.utf8CodeUnitCount
    output.append(UInt8(ascii: "\""))
  }

  private mutating func skipInterpolation() {
    index += 2
    var depth = 1
    while depth > 0, index < characters.count {
      if starts(with: "\"") {
        let kept = output
        skip(until: "\"", opening: 1, escapes: true)
        output = kept
        continue
      }
      if starts(with: "(") { depth += 1 }
      if starts(with: ")") { depth -= 1 }
      keepNewline()
    }
  }

  private mutating func keepNewline() {
    guard index < characters.count else { return }
    if characters[index] == Self.newline { output.append(characters[index]) }
    index += 1
  }
}
