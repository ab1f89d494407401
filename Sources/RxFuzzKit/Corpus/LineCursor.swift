/// Reads one line of a corpus file word by word, and knows the column of each.
///
/// Words end at whitespace, at the punctuation of the text form `( ) , : #`, and before `|>`.
struct LineCursor {
  typealias ParseError = ScenarioCodec.ParseError

  /// Position of a word on its line.
  struct Word {
    let text: Substring
    let column: Int
  }

  let line: Int
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(line: Int, bytes: ArraySlice<UInt8>) {
    self.line = line
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The column of the next byte that is no blank.
  var column: Int {
    mutating get {
      skipBlanks()
      return column(at: position)
    }
  }

  /// Whether only blanks or a comment remain.
  var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return position == bytes.endIndex || bytes[position] == UInt8(ascii: "#")
    }
  }

  /// The next word, or nil at punctuation and at the end. Does not consume punctuation.
  mutating func word() -> Word? {
    skipBlanks()
    let start = position
    while position < bytes.endIndex, !isWordEnd(position) { position += 1 }
    guard position > start else { return nil }
    return Word(text: text(start..<position), column: column(at: start))
  }

  /// The next run of bytes up to a blank, a comma or a comment, or nil where there is none.
  mutating func plainWord() -> Word? {
    skipBlanks()
    let start = position
    while position < bytes.endIndex, !isBlank(bytes[position]),
      bytes[position] != UInt8(ascii: ","), bytes[position] != UInt8(ascii: "#")
    {
      position += 1
    }
    guard position > start else { return nil }
    return Word(text: text(start..<position), column: column(at: start))
  }

  /// Consumes the punctuation if it comes next.
  mutating func take(_ mark: StaticString) -> Bool {
    skipBlanks()
    return mark.withUTF8Buffer { expected in
      guard bytes[position...].starts(with: expected) else { return false }
      position += expected.count
      return true
    }
  }

  /// All that is left of the line, without blanks around it.
  mutating func rest() -> Word {
    skipBlanks()
    var end = bytes.endIndex
    while end > position, isBlank(bytes[end - 1]) { end -= 1 }
    defer { position = bytes.endIndex }
    return Word(text: text(position..<end), column: column(at: position))
  }

  /// What stands next, for messages: a word, a mark, or the end of the line.
  mutating func found() -> String {
    if isAtEnd { return "the end of the line" }
    var ahead = self
    if let word = ahead.word() { return Self.quoted(word.text) }
    return "`\(bytes[position] == UInt8(ascii: "|") ? "|>" : text(position..<position + 1))`"
  }

  /// An error at the next word: what was expected, and what stands there.
  mutating func expected(_ what: String) -> ParseError {
    ParseError(line: line, column: column, message: "expected \(what), found \(found())")
  }

  /// Throws unless only blanks or a comment remain.
  mutating func expectEnd(after what: String) throws(ParseError) {
    guard isAtEnd else { throw expected("the end of the line after \(what)") }
  }

  func error(at word: Word, _ message: String) -> ParseError {
    ParseError(line: line, column: word.column, message: message)
  }

  /// A word as messages quote it: cut where it is long, control characters made visible.
  static func quoted(_ word: Substring) -> String {
    let shown = word.unicodeScalars.prefix(quotedMax).map { $0.escaped(asASCII: false) }.joined()
    return "`\(shown)\(word.unicodeScalars.count > quotedMax ? "…" : "")`"
  }

  private static let quotedMax = 40

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private func isWordEnd(_ index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "#"):
      true
    case UInt8(ascii: "|"):
      index + 1 < bytes.endIndex && bytes[index + 1] == UInt8(ascii: ">")
    default: false
    }
  }

  private mutating func skipBlanks() {
    while position < bytes.endIndex, isBlank(bytes[position]) { position += 1 }
  }

  private func text(_ range: Range<Int>) -> Substring {
    Substring(String(decoding: bytes[range], as: UTF8.self))
  }

  /// Columns count characters' scalars: bytes that continue a scalar do not count.
  private func column(at index: Int) -> Int {
    var column = 1
    var counted = bytes.startIndex
    while counted < index {
      if bytes[counted] & 0xC0 != 0x80 { column += 1 }
      counted += 1
    }
    return column
  }
}
