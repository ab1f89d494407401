/// The lines that every corpus file may have beside what is raced: its version, comments, and what is known of the
/// failure.
struct FindingLines {
  typealias ParseError = ScenarioCodec.ParseError

  private(set) var comments: [String] = []
  private(set) var schedule: String?
  private(set) var verdict: CorpusFile.Verdict?
  private(set) var origin: CorpusFile.Origin?
  private(set) var replay: String?
  /// Whether the first line has been read.
  private(set) var sawVersion = false
  /// Lines seen so far by key, so that a second one is an error.
  private var lineOfKey: [String: Int] = [:]

  /// Splits a text into lines, each with its number, and gives those that are no comment and not empty to `read`;
  /// returns the number of the last line that says something.
  static func read(
    _ bytes: [UInt8], _ read: (inout LineCursor) throws(ParseError) -> Void
  ) throws(ParseError) -> Int {
    guard bytes.count <= ScenarioLimits.textBytesMax else {
      throw ParseError(
        line: 1, column: 1,
        message: "the text has more than \(ScenarioLimits.textBytesMax) bytes")
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      try checkEncoding(line, line: index + 1)
      let words = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      var cursor = LineCursor(line: index + 1, bytes: words)
      try read(&cursor)
    }
    // What is missing is missing behind the last line that says something.
    let isEnded = lines.last?.isEmpty ?? true
    return max(1, isEnded ? lines.count - 1 : lines.count)
  }

  /// The key of a line that is no comment, not empty and not the version; nil where nothing is left to read.
  mutating func key(_ cursor: inout LineCursor) throws(ParseError) -> LineCursor.Word? {
    if cursor.take("#") {
      comments.append(String(cursor.rest().text))
      return nil
    }
    guard !cursor.isAtEnd else { return nil }
    guard let key = cursor.word() else { throw cursor.expected("a key") }
    guard sawVersion else {
      try readVersion(key, &cursor)
      return nil
    }
    return key
  }

  private mutating func readVersion(
    _ key: LineCursor.Word, _ cursor: inout LineCursor
  ) throws(ParseError) {
    guard key.text == "rxf" else {
      throw cursor.error(
        at: key,
        "expected `rxf \(ScenarioCodec.version)` first, found \(LineCursor.quoted(key.text))")
    }
    guard let version = cursor.word() else {
      throw cursor.expected("the version, \(ScenarioCodec.version)")
    }
    guard version.text == "\(ScenarioCodec.version)" else {
      throw cursor.error(
        at: version,
        "version \(LineCursor.quoted(version.text)) is unknown, "
          + "this tool reads version \(ScenarioCodec.version)")
    }
    try cursor.expectEnd(after: "the version")
    sawVersion = true
  }

  /// Reads one of the lines `schedule`, `verdict`, `found` and `replay`.
  mutating func read(_ key: LineCursor.Word, _ cursor: inout LineCursor) throws(ParseError) {
    try once(String(key.text), key, cursor)
    switch key.text {
    case "schedule":
      guard let word = cursor.plainWord() else { throw cursor.expected("a schedule") }
      schedule = String(word.text)
      try cursor.expectEnd(after: "the schedule")
    case "verdict":
      guard let word = cursor.plainWord() else { throw cursor.expected("an invariant") }
      guard let invariant = InvariantName(rawValue: String(word.text)) else {
        let names = InvariantName.allCases.map(\.rawValue)
        throw cursor.error(
          at: word,
          "\(LineCursor.quoted(word.text)) is no invariant, "
            + WordSuggestion.sentence(for: word.text, among: names))
      }
      verdict = CorpusFile.Verdict(invariant, String(cursor.rest().text))
    case "found":
      origin = try readOrigin(&cursor)
    default:
      let command = cursor.rest()
      guard !command.text.isEmpty else { throw cursor.expected("a command") }
      replay = String(command.text)
    }
  }

  /// `seed 42, iteration 1017, version 0.1.0`, or without an iteration.
  private func readOrigin(_ cursor: inout LineCursor) throws(ParseError) -> CorpusFile.Origin {
    let seed = try readField("seed", &cursor) { UInt64($0) }
    guard cursor.take(",") else { throw cursor.expected("`, iteration`") }
    var iteration: UInt64?
    var ahead = cursor
    if ahead.word()?.text != "version" {
      iteration = try readField("iteration", &cursor) { UInt64($0) }
      guard cursor.take(",") else { throw cursor.expected("`, version`") }
    }
    let version = try readField("version", &cursor) { String($0) }
    try cursor.expectEnd(after: "the version")
    return CorpusFile.Origin(seed: seed, iteration: iteration, version: version)
  }

  private func readField<Value>(
    _ name: String, _ cursor: inout LineCursor, _ value: (Substring) -> Value?
  ) throws(ParseError) -> Value {
    guard let key = cursor.word(), key.text == name else {
      throw cursor.expected("`seed 1, iteration 1, version 1`")
    }
    guard let word = cursor.plainWord() else { throw cursor.expected("the \(name)") }
    guard let value = value(word.text) else {
      throw cursor.error(at: word, "\(LineCursor.quoted(word.text)) is no \(name)")
    }
    return value
  }

  mutating func once(
    _ name: String, _ key: LineCursor.Word, _ cursor: LineCursor
  ) throws(ParseError) {
    if let first = lineOfKey.updateValue(cursor.line, forKey: name) {
      throw cursor.error(at: key, "`\(name)` stands on line \(first) already")
    }
  }

  /// Text is UTF-8; the first bytes that are not are named by their place.
  private static func checkEncoding(
    _ bytes: ArraySlice<UInt8>, line: Int
  ) throws(ParseError) {
    if String(validating: bytes, as: UTF8.self) != nil { return }
    var column = 1
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while case .scalarValue = decoder.decode(&iterator) { column += 1 }
    throw ParseError(line: line, column: column, message: "the bytes here are no UTF-8 text")
  }
}
