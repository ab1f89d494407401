/// Reads the text of a primitive's script, line by line.
struct PrimitiveFileParser {
  typealias ParseError = ScenarioCodec.ParseError

  private var lines = FindingLines()
  private var library: String?
  private var primitive: String?
  private var kind: PrimitiveKind?
  private var schedulerKind = SchedulerKind.serial
  private var validation = PrimitiveValidation(kind: nil)
  private var disposableQueues: [[DisposableOperation]] = []
  private var schedulerQueues: [[SchedulerOperation]] = []
  private var growthQueues: [[GrowthOperation]] = []
  private var checkQueues: [[CheckOperation]] = []

  static func parse(_ bytes: [UInt8]) throws(ParseError) -> PrimitiveFile {
    var parser = PrimitiveFileParser()
    let end = try FindingLines.read(bytes) { (cursor) throws(ParseError) in
      if let key = try parser.lines.key(&cursor) { try parser.readLine(key, &cursor) }
    }
    return try parser.file(endLine: end)
  }

  private static let keys = ["library", PrimitiveCodec.key, "queue", "verdict", "found", "replay"]

  private mutating func readLine(
    _ key: LineCursor.Word, _ cursor: inout LineCursor
  ) throws(ParseError) {
    switch key.text {
    case "library":
      try lines.once("library", key, cursor)
      guard let word = cursor.word() else { throw cursor.expected("the library's name") }
      library = String(word.text)
      try cursor.expectEnd(after: "the library's name")
    case PrimitiveCodec.keys[0], PrimitiveCodec.keys[1]: try readPrimitive(key, &cursor)
    case "queue": try readQueue(key, &cursor)
    case "verdict", "found", "replay": try lines.read(key, &cursor)
    default:
      throw cursor.error(
        at: key,
        "\(LineCursor.quoted(key.text)) is no key of a primitive's script, "
          + WordSuggestion.sentence(for: key.text, among: Self.keys))
    }
  }

  private mutating func readPrimitive(
    _ key: LineCursor.Word, _ cursor: inout LineCursor
  ) throws(ParseError) {
    try lines.once(PrimitiveCodec.key, key, cursor)
    guard let word = cursor.word() else { throw cursor.expected("the primitive's name") }
    let name = String(word.text)
    guard PrimitiveProgram.primitiveNames.contains(name) else {
      throw cursor.error(
        at: word,
        "\(LineCursor.quoted(word.text)) is no primitive, "
          + WordSuggestion.sentence(for: word.text, among: PrimitiveProgram.primitiveNames))
    }
    primitive = name
    kind = PrimitiveKind(rawValue: name)
    schedulerKind = SchedulerKind(rawValue: name) ?? .serial
    validation = PrimitiveValidation(kind: kind)
    try cursor.expectEnd(after: "the primitive's name")
  }

  private mutating func readQueue(
    _ key: LineCursor.Word, _ cursor: inout LineCursor
  ) throws(ParseError) {
    guard primitive != nil else { throw cursor.error(at: key, "the line `primitive` comes first") }
    let count =
      disposableQueues.count + schedulerQueues.count + growthQueues.count + checkQueues.count
    guard count < PrimitiveLimits.queuesMax else {
      throw cursor.error(at: key, "at most \(PrimitiveLimits.queuesMax) queues race")
    }
    let letter = Letters.queue(count)
    guard let word = cursor.word() else { throw cursor.expected("queue \(letter)") }
    guard word.text == letter else {
      throw cursor.error(
        at: word, "expected queue \(letter) next, not \(LineCursor.quoted(word.text))")
    }
    validation.beginQueue()
    if primitive == GrowthScript.name {
      growthQueues.append(try operations(&cursor, Self.growthOperation) { $0.fault(of: $1) })
    } else if primitive == CheckScript.name {
      checkQueues.append(
        try operations(&cursor, Self.checkOperation, max: CheckScript.checksMax) {
          $0.fault(of: $1)
        })
    } else if kind == nil {
      schedulerQueues.append(
        try operations(&cursor, Self.schedulerOperation) { $0.fault(of: $1) })
    } else {
      disposableQueues.append(
        try operations(&cursor, Self.disposableOperation) { $0.fault(of: $1) })
    }
  }

  /// One operation or more, separated by commas, to the end of the line.
  private mutating func operations<Operation>(
    _ cursor: inout LineCursor,
    _ read: (inout LineCursor) throws(ParseError) -> Operation,
    max countMax: Int = PrimitiveLimits.operationsPerQueueMax,
    _ fault: (inout PrimitiveValidation, Operation) -> String?
  ) throws(ParseError) -> [Operation] {
    var operations: [Operation] = []
    repeat {
      let place = ParseError(line: cursor.line, column: cursor.column, message: "")
      guard operations.count < countMax else {
        throw place.saying("a queue has at most \(countMax) operations")
      }
      let operation = try read(&cursor)
      if let fault = fault(&validation, operation) { throw place.saying(fault) }
      operations.append(operation)
    } while cursor.take(",")
    guard cursor.isAtEnd else { throw cursor.expected("`,` or the end of the line") }
    return operations
  }

  private static func disposableOperation(
    _ cursor: inout LineCursor
  ) throws(ParseError) -> DisposableOperation {
    let verbs = ["hold", "remove", "dispose", "ask", "look", "borrow", "give"]
    let verb = try self.verb(&cursor, verbs)
    switch verb.text {
    case "hold": return .hold(try number(&cursor))
    case "remove": return .remove(try number(&cursor))
    case "dispose": return .dispose
    case "ask": return .ask
    case "look": return .look
    case "borrow": return .borrow(try number(&cursor))
    case "give":
      guard let back = cursor.word() else { throw cursor.expected("`back`") }
      guard back.text == "back" else {
        throw cursor.error(at: back, "expected `back`, not \(LineCursor.quoted(back.text))")
      }
      return .giveBack(try number(&cursor))
    default: throw unknown(verb, verbs, cursor)
    }
  }

  private static func schedulerOperation(
    _ cursor: inout LineCursor
  ) throws(ParseError) -> SchedulerOperation {
    let verbs = ["schedule", "cancel"]
    let verb = try self.verb(&cursor, verbs)
    switch verb.text {
    case "schedule": return .schedule(try number(&cursor))
    case "cancel": return .cancel(try number(&cursor))
    default: throw unknown(verb, verbs, cursor)
    }
  }

  private static func growthOperation(
    _ cursor: inout LineCursor
  ) throws(ParseError) -> GrowthOperation {
    let verbs = ["elements", "subscriptions"]
    let verb = try self.verb(&cursor, verbs)
    guard verbs.contains(String(verb.text)) else { throw unknown(verb, verbs, cursor) }
    guard let word = cursor.word() else { throw cursor.expected("an operator") }
    guard let row = Catalogue.row(named: String(word.text)) else {
      throw cursor.error(at: word, "\(LineCursor.quoted(word.text)) is no operator")
    }
    var form = 0
    if !row.forms.isEmpty {
      guard let name = cursor.word(), let found = row.forms.firstIndex(of: String(name.text)) else {
        throw cursor.expected("one of \(row.forms.joined(separator: ", "))")
      }
      form = found
    }
    return verb.text == "elements"
      ? .elements(row: row.name, form: form) : .subscriptions(row: row.name, form: form)
  }

  private static func checkOperation(
    _ cursor: inout LineCursor
  ) throws(ParseError) -> CheckOperation {
    guard let name = cursor.word() else { throw cursor.expected("a check") }
    let way = try ActionParser.number("a number", in: 1...LibraryCheck.waysMax, &cursor)
    return CheckOperation(name: String(name.text), way: way)
  }

  private static func verb(
    _ cursor: inout LineCursor, _ verbs: [String]
  ) throws(ParseError) -> LineCursor.Word {
    guard let verb = cursor.word() else {
      throw cursor.expected("an operation, one of \(verbs.joined(separator: ", "))")
    }
    return verb
  }

  private static func unknown(
    _ verb: LineCursor.Word, _ verbs: [String], _ cursor: LineCursor
  ) -> ParseError {
    cursor.error(
      at: verb,
      "\(LineCursor.quoted(verb.text)) is no operation, "
        + WordSuggestion.sentence(for: verb.text, among: verbs))
  }

  private static func number(_ cursor: inout LineCursor) throws(ParseError) -> Int {
    try ActionParser.number("a number", in: 1...PrimitiveLimits.numberMax, &cursor)
  }

  /// The lawful file, once every line was read.
  private func file(endLine: Int) throws(ParseError) -> PrimitiveFile {
    func missing(_ what: String) -> ParseError {
      ParseError(line: endLine, column: 1, message: "the text ends without a line `\(what)`")
    }
    guard lines.sawVersion else { throw missing("rxf \(ScenarioCodec.version)") }
    guard let library else { throw missing("library") }
    guard primitive != nil else { throw missing("primitive") }
    let queues: [Int] = [
      disposableQueues.count, schedulerQueues.count, growthQueues.count, checkQueues.count,
    ]
    guard queues.contains(where: { $0 > 0 }) else { throw missing("queue \(Letters.queue(0))") }
    return PrimitiveFile(
      library: library, program, verdict: lines.verdict, origin: lines.origin,
      replay: lines.replay, comments: lines.comments)
  }

  /// What was read, as the primitive has it.
  private var program: PrimitiveProgram {
    if let kind { return .disposable(DisposableScript(kind: kind, queues: disposableQueues)) }
    switch primitive {
    case GrowthScript.name: return .growth(GrowthScript(queues: growthQueues))
    case CheckScript.name: return .check(CheckScript(queues: checkQueues))
    default: return .scheduler(SchedulerScript(kind: schedulerKind, queues: schedulerQueues))
    }
  }
}

extension ScenarioCodec.ParseError {
  /// The same place with these words.
  fileprivate func saying(_ message: String) -> Self {
    Self(line: line, column: column, message: message)
  }
}
