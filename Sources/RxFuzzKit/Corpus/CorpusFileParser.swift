/// Reads a whole text, line by line, and judges the scenario it gathered.
struct CorpusFileParser {
  typealias ParseError = ScenarioCodec.ParseError

  private struct Location {
    let line: Int
    let column: Int
  }

  private var comments: [String] = []
  private var sawVersion = false
  private var library: String?
  private var chain: Chain?
  private var before: [Action] = []
  private var queues: [[Action]] = []
  private var reactions: [Reaction] = []
  private var holders: [Int: Holder] = [:]
  private var holdSpins = 0
  private var isVirtual = false
  private var schedule: String?
  private var verdict: CorpusFile.Verdict?
  private var origin: CorpusFile.Origin?
  private var replay: String?

  /// Lines seen so far by key, so that a second one is an error.
  private var lineOfKey: [String: Int] = [:]
  /// Where each part of the scenario stands, to point at what is unlawful.
  private var locations: [ScenarioFault.Place: Location] = [:]

  static func parse(_ bytes: [UInt8]) throws(ParseError) -> CorpusFile {
    guard bytes.count <= ScenarioLimits.textBytesMax else {
      throw ParseError(
        line: 1, column: 1,
        message: "the text has more than \(ScenarioLimits.textBytesMax) bytes")
    }
    var parser = CorpusFileParser()
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      try parser.read(line, number: index + 1)
    }
    // What is missing is missing behind the last line that says something.
    let isEnded = lines.last?.isEmpty ?? true
    return try parser.file(endLine: max(1, isEnded ? lines.count - 1 : lines.count))
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>, number: Int) throws(ParseError) {
    try Self.checkEncoding(bytes, line: number)
    let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    var cursor = LineCursor(line: number, bytes: line)
    if cursor.take("#") {
      comments.append(String(cursor.rest().text))
      return
    }
    guard !cursor.isAtEnd else { return }
    guard let key = cursor.word() else { throw cursor.expected("a key") }
    guard sawVersion else {
      try readVersion(key, &cursor)
      return
    }
    try readLine(key, &cursor)
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

  private static let keys = [
    "library", "chain", "before", "queue", "react", "holder", "hold", "time", "schedule",
    "verdict", "found", "replay",
  ]

  private mutating func readLine(
    _ key: LineCursor.Word, _ cursor: inout LineCursor
  ) throws(ParseError) {
    switch key.text {
    case "queue": try readQueue(key, &cursor)
    case "react": try readReaction(key, &cursor)
    case "holder": try readHolder(key, &cursor)
    case "library", "chain", "before", "hold", "time": try readScenarioLine(key, &cursor)
    case "schedule", "verdict", "found", "replay": try readFindingLine(key, &cursor)
    default:
      throw cursor.error(
        at: key,
        "\(LineCursor.quoted(key.text)) is no key, "
          + WordSuggestion.sentence(for: key.text, among: Self.keys))
    }
  }

  private mutating func readScenarioLine(
    _ key: LineCursor.Word, _ cursor: inout LineCursor
  ) throws(ParseError) {
    try once(String(key.text), key, cursor)
    switch key.text {
    case "library":
      locate(.library, &cursor)
      guard let word = cursor.word() else { throw cursor.expected("the library's name") }
      library = String(word.text)
      try cursor.expectEnd(after: "the library's name")
    case "chain":
      locate(.chain, &cursor)
      chain = try ChainParser.parse(&cursor)
      guard cursor.isAtEnd else { throw cursor.expected("`|>` or the end of the line") }
    case "before":
      let script = try ActionParser.script(&cursor)
      for (position, column) in script.columns.enumerated() {
        locations[.before(position)] = Location(line: cursor.line, column: column)
      }
      before = script.actions
    case "time":
      locate(.time, &cursor)
      guard let word = cursor.word(), word.text == "virtual" else {
        throw cursor.expected("`virtual`; real time has no line")
      }
      isVirtual = true
      try cursor.expectEnd(after: "`virtual`")
    default:
      locate(.hold, &cursor)
      holdSpins = try ActionParser.number(
        "spin iterations", in: 0...ScenarioLimits.holdSpinsMax, &cursor)
      try cursor.expectEnd(after: "the number")
    }
  }

  private mutating func readFindingLine(
    _ key: LineCursor.Word, _ cursor: inout LineCursor
  ) throws(ParseError) {
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

  private mutating func readQueue(
    _ key: LineCursor.Word, _ cursor: inout LineCursor
  ) throws(ParseError) {
    guard queues.count < ScenarioLimits.queuesMax else {
      throw cursor.error(at: key, "at most \(ScenarioLimits.queuesMax) queues race")
    }
    let letter = Letters.queue(queues.count)
    guard let word = cursor.word() else { throw cursor.expected("queue \(letter)") }
    guard word.text == letter else {
      throw cursor.error(
        at: word, "expected queue \(letter) next, not \(LineCursor.quoted(word.text))")
    }
    let queue = queues.count
    if queue == 0 { locate(.queues, &cursor) }
    let script = try ActionParser.script(&cursor)
    for (position, column) in script.columns.enumerated() {
      locations[.queue(queue, action: position)] = Location(line: cursor.line, column: column)
    }
    queues.append(script.actions)
  }

  private mutating func readReaction(
    _ key: LineCursor.Word, _ cursor: inout LineCursor
  ) throws(ParseError) {
    guard reactions.count < ScenarioLimits.reactionsMax else {
      throw cursor.error(at: key, "at most \(ScenarioLimits.reactionsMax) reactions are read")
    }
    let subscription = try ActionParser.subscription(&cursor)
    let index = reactions.count
    locate(.reaction(index, action: nil), &cursor)
    let (reaction, script) = try ActionParser.reaction(of: subscription, &cursor)
    for (position, column) in script.columns.enumerated() {
      locations[.reaction(index, action: position)] = Location(line: cursor.line, column: column)
    }
    reactions.append(reaction)
  }

  private mutating func readHolder(
    _ key: LineCursor.Word, _ cursor: inout LineCursor
  ) throws(ParseError) {
    let subscription = try ActionParser.subscription(&cursor)
    try once("holder \(subscription)", key, cursor)
    locate(.holder(subscription), &cursor)
    let accepted = "one of \(Holder.allCases.map(\.description).joined(separator: ", "))"
    guard let word = cursor.word() else { throw cursor.expected(accepted) }
    guard let holder = Holder.allCases.first(where: { $0.description == word.text }) else {
      throw cursor.error(at: word, "expected \(accepted), not \(LineCursor.quoted(word.text))")
    }
    holders[subscription] = holder
    try cursor.expectEnd(after: "the holder")
  }

  /// `seed 42, iteration 1017, version 0.1.0`.
  private func readOrigin(_ cursor: inout LineCursor) throws(ParseError) -> CorpusFile.Origin {
    let seed = try readField("seed", &cursor) { UInt64($0) }
    guard cursor.take(",") else { throw cursor.expected("`, iteration`") }
    let iteration = try readField("iteration", &cursor) { UInt64($0) }
    guard cursor.take(",") else { throw cursor.expected("`, version`") }
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

  private mutating func locate(_ place: ScenarioFault.Place, _ cursor: inout LineCursor) {
    locations[place] = Location(line: cursor.line, column: cursor.column)
  }

  private mutating func once(
    _ name: String, _ key: LineCursor.Word, _ cursor: LineCursor
  ) throws(ParseError) {
    if let first = lineOfKey.updateValue(cursor.line, forKey: name) {
      throw cursor.error(at: key, "`\(name)` stands on line \(first) already")
    }
  }

  /// The lawful file, once every line was read.
  private func file(endLine: Int) throws(ParseError) -> CorpusFile {
    func missing(_ what: String) -> ParseError {
      ParseError(line: endLine, column: 1, message: "the text ends without a line `\(what)`")
    }
    guard sawVersion else { throw missing("rxf \(ScenarioCodec.version)") }
    guard let library else { throw missing("library") }
    guard let chain else { throw missing("chain") }
    guard !queues.isEmpty else { throw missing("queue \(Letters.queue(0))") }
    let scenario = Scenario(
      library: library, chain: chain, before: before, queues: queues, reactions: reactions,
      holders: holders, holdSpins: holdSpins, isVirtual: isVirtual)
    if let fault = ScenarioLaws.validate(scenario) {
      let location = locations[fault.place] ?? Location(line: endLine, column: 1)
      throw ParseError(line: location.line, column: location.column, message: fault.message)
    }
    return CorpusFile(
      scenario, schedule: schedule, verdict: verdict, origin: origin, replay: replay,
      comments: comments)
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
