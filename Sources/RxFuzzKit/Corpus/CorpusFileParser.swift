/// Reads a whole text, line by line, and judges the scenario it gathered.
struct CorpusFileParser {
  typealias ParseError = ScenarioCodec.ParseError

  private struct Location {
    let line: Int
    let column: Int
  }

  private var lines = FindingLines()
  private var library: String?
  private var chain: Chain?
  private var before: [Action] = []
  private var queues: [[Action]] = []
  private var reactions: [Reaction] = []
  private var holders: [Int: Holder] = [:]
  private var holdSpins = 0
  private var isVirtual = false
  /// Where each part of the scenario stands, to point at what is unlawful.
  private var locations: [ScenarioFault.Place: Location] = [:]

  static func parse(_ bytes: [UInt8]) throws(ParseError) -> CorpusFile {
    var parser = CorpusFileParser()
    let end = try FindingLines.read(bytes) { (cursor) throws(ParseError) in
      if let key = try parser.lines.key(&cursor) { try parser.readLine(key, &cursor) }
    }
    return try parser.file(endLine: end)
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
    case "schedule", "verdict", "found", "replay": try lines.read(key, &cursor)
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
    try lines.once(String(key.text), key, cursor)
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
    try lines.once("holder \(subscription)", key, cursor)
    locate(.holder(subscription), &cursor)
    let accepted = "one of \(Holder.allCases.map(\.description).joined(separator: ", "))"
    guard let word = cursor.word() else { throw cursor.expected(accepted) }
    guard let holder = Holder.allCases.first(where: { $0.description == word.text }) else {
      throw cursor.error(at: word, "expected \(accepted), not \(LineCursor.quoted(word.text))")
    }
    holders[subscription] = holder
    try cursor.expectEnd(after: "the holder")
  }

  private mutating func locate(_ place: ScenarioFault.Place, _ cursor: inout LineCursor) {
    locations[place] = Location(line: cursor.line, column: cursor.column)
  }

  /// The lawful file, once every line was read.
  private func file(endLine: Int) throws(ParseError) -> CorpusFile {
    func missing(_ what: String) -> ParseError {
      ParseError(line: endLine, column: 1, message: "the text ends without a line `\(what)`")
    }
    guard lines.sawVersion else { throw missing("rxf \(ScenarioCodec.version)") }
    guard let library else { throw missing("library") }
    guard let chain else { throw missing("chain") }
    guard !queues.isEmpty else { throw missing("queue \(Letters.queue(0))") }
    let scenario = Scenario(
      library: library, chain: chain, before: before, queues: queues, reactions: reactions,
      holders: holders, holdSpins: holdSpins, isVirtual: isVirtual)
    if let fault = ScenarioValidation.validate(scenario) {
      let location = locations[fault.place] ?? Location(line: endLine, column: 1)
      throw ParseError(line: location.line, column: location.column, message: fault.message)
    }
    return CorpusFile(
      scenario, schedule: lines.schedule, verdict: lines.verdict, origin: lines.origin,
      replay: lines.replay, comments: lines.comments)
  }
}
