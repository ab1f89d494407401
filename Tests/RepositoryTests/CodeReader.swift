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
      if starts(with: "//") {
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

  private func starts(with prefix: StaticString) -> Bool {
    guard index + prefix.utf8CodeUnitCount <= characters.count else { return false }
    return (0..<prefix.utf8CodeUnitCount).allSatisfy {
      characters[index + $0] == prefix.utf8Start[$0]
    }
  }

  private mutating func skipLine() {
    while index < characters.count, characters[index] != UInt8(ascii: "\n") { index += 1 }
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
      if escapes, characters[index] == UInt8(ascii: "\\"), starts(with: "\\(") {
        skipInterpolation()
      } else if escapes, characters[index] == UInt8(ascii: "\\") {
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
    if characters[index] == UInt8(ascii: "\n") { output.append(characters[index]) }
    index += 1
  }
}
