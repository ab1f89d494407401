/// Text as a terminal of some width shows it.
struct TerminalText {
  /// Columns of the terminal.
  let columns: Int

  /// Narrower ones are written to as if they had so many.
  private static let columnsMin = 20
  /// How far what is folded stands behind its line, at most.
  private static let indentMax = 16
  /// What is copied from the terminal: broken into lines it would be something else.
  private static let copied = ["replay ", "schedule ", "chain ", "corpus ", "rxfuzz "]

  /// The line that begins a run is no command.
  private static let heading = "rxfuzz \(ToolVersion.text)"

  init(columns: Int) { self.columns = max(columns, Self.columnsMin) }

  /// The text in lines that fit: prose is folded between words, drawings are cut at the edge. Lines that are there to be
  /// copied stay whole.
  func fitted(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = String(line)
      if Self.columns(of: line) <= columns { return line }
      if line.contains("│") { return cut(line) }
      let words = line.drop { $0 == " " }
      if Self.copied.contains(where: words.hasPrefix), !words.hasPrefix(Self.heading) {
        return line
      }
      return folded(line)
    }.joined(separator: "\n")
  }

  /// As much of the line as fits, with a sign of what is missing.
  func cut(_ line: String) -> String {
    if Self.columns(of: line) <= columns { return line }
    var shown = ""
    var width = 0
    for piece in Self.pieces(of: line) {
      width += piece.columns
      if width > columns - 1 { break }
      shown += piece.text
    }
    return shown + "…" + (line.contains("\u{1B}") ? "\u{1B}[0m" : "")
  }

  private func folded(_ line: String) -> String {
    let indent = String(repeating: " ", count: indent(of: line))
    var lines: [String] = []
    var current = ""
    var width = 0
    // Two blanks in a row are a gap of a table, and kept where they do not end a line.
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    for word in words.flatMap({ broken(String($0), columns: self.columns - indent.count) }) {
      let columns = Self.columns(of: word)
      if !current.isEmpty, width + 1 + columns > self.columns, columns > 0 {
        lines.append(current)
        current = indent + word
        width = indent.count + columns
      } else {
        current += (current.isEmpty && lines.isEmpty && width == 0 ? "" : " ") + word
        width = Self.columns(of: current)
      }
    }
    lines.append(current)
    return lines.map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  /// The word in pieces, each of which fits a line of its own.
  private func broken(_ word: String, columns: Int) -> [String] {
    if Self.columns(of: word) <= columns { return [word] }
    var parts: [String] = [""]
    var width = 0
    for piece in Self.pieces(of: word) {
      if width + piece.columns > columns {
        parts.append("")
        width = 0
      }
      parts[parts.count - 1] += piece.text
      width += piece.columns
    }
    return parts
  }

  /// Where the second column of a line begins; of a line without columns, two behind its start.
  private func indent(of line: String) -> Int {
    let start = line.prefix { $0 == " " }.count
    guard let gap = line.dropFirst(start).firstRange(of: "  ") else { return start + 2 }
    let label = line.distance(from: line.startIndex, to: gap.lowerBound)
    let column = label + line[gap.lowerBound...].prefix { $0 == " " }.count
    return column <= min(Self.indentMax, columns / 2) ? column : start + 2
  }

  // MARK: Widths

  /// Columns that a line takes, without the codes that colour it.
  static func columns(of line: String) -> Int { pieces(of: line).reduce(0) { $0 + $1.columns } }

  /// Its characters and codes, in order.
  private static func pieces(of line: String) -> [(text: String, columns: Int)] {
    var pieces: [(text: String, columns: Int)] = []
    var code: String?
    for character in line {
      if let begun = code {
        code = begun + String(character)
        if character.isLetter {
          pieces.append((begun + String(character), 0))
          code = nil
        }
      } else if character == "\u{1B}" {
        code = "\u{1B}"
      } else {
        pieces.append((String(character), columns(of: character)))
      }
    }
    return pieces
  }

  private static func columns(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x20..<0x300: return 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }
}
