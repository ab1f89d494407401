/// Reads lists of actions such as `next a 1, completed a`, and reactions.
enum ActionParser {
  typealias ParseError = ScenarioCodec.ParseError

  /// Actions with the columns they start at.
  struct Script {
    var actions: [Action] = []
    var columns: [Int] = []
  }

  /// One action or more, separated by commas, to the end of the line.
  static func script(_ cursor: inout LineCursor) throws(ParseError) -> Script {
    var script = Script()
    repeat {
      script.columns.append(cursor.column)
      script.actions.append(try action(&cursor))
    } while cursor.take(",")
    guard cursor.isAtEnd else { throw cursor.expected("`,` or the end of the line") }
    return script
  }

  /// What follows the subscription in `react 1   at next 1: dispose 1`.
  static func reaction(
    of subscription: Int, _ cursor: inout LineCursor
  ) throws(ParseError) -> (reaction: Reaction, script: Script) {
    guard let at = cursor.word(), at.text == "at" else {
      throw cursor.expected("`at next 1:`, `at error:` or `at completed:`")
    }
    let trigger = try self.trigger(&cursor)
    guard cursor.take(":") else { throw cursor.expected("`:` and the actions") }
    let script = try self.script(&cursor)
    let reaction = Reaction(subscription: subscription, trigger: trigger, actions: script.actions)
    return (reaction, script)
  }

  /// A number within bounds, named in messages as `what`.
  static func number(
    _ what: String, in range: ClosedRange<Int>, _ cursor: inout LineCursor
  ) throws(ParseError) -> Int {
    let accepted = "\(what), \(range.lowerBound) to \(range.upperBound)"
    guard let word = cursor.word() else { throw cursor.expected(accepted) }
    guard let value = ParameterKind.count(range).parse(word.text) else {
      throw cursor.error(at: word, "expected \(accepted), not \(LineCursor.quoted(word.text))")
    }
    return value
  }

  /// The number of a subscription.
  static func subscription(_ cursor: inout LineCursor) throws(ParseError) -> Int {
    try number("a subscription", in: 1...ScenarioLimits.subscriptionsMax, &cursor)
  }

  private static let verbs = [
    "next", "error", "completed", "dispose", "subscribe", "drop", "advance",
  ]

  private static func action(_ cursor: inout LineCursor) throws(ParseError) -> Action {
    guard let verb = cursor.word() else {
      throw cursor.expected("an action, one of \(verbs.joined(separator: ", "))")
    }
    switch verb.text {
    case "next":
      let feed = try self.feed(&cursor)
      let payload = try number("a payload", in: 0...ScenarioLimits.payloadMax, &cursor)
      return .next(feed: feed, payload: payload)
    case "error": return .error(feed: try feed(&cursor))
    case "completed": return .completed(feed: try feed(&cursor))
    case "dispose": return .dispose(subscription: try subscription(&cursor))
    case "subscribe": return .subscribe(subscription: try subscription(&cursor))
    case "drop": return .drop(subscription: try subscription(&cursor))
    case "advance":
      let clock = try value(.queue, &cursor)
      let span = ParameterKind.milliseconds(0...ScenarioLimits.advanceMillisecondsMax)
      return .advance(clock: clock, milliseconds: try value(span, &cursor))
    default:
      throw cursor.error(
        at: verb,
        "\(LineCursor.quoted(verb.text)) is no action, "
          + WordSuggestion.sentence(for: verb.text, among: verbs))
    }
  }

  private static func feed(_ cursor: inout LineCursor) throws(ParseError) -> Int {
    try value(.feed, &cursor)
  }

  private static func value(
    _ kind: ParameterKind, _ cursor: inout LineCursor
  ) throws(ParseError) -> Int {
    guard let word = cursor.word() else { throw cursor.expected(kind.accepted) }
    guard let value = kind.parse(word.text) else {
      throw cursor.error(at: word, "expected \(kind.accepted), not \(LineCursor.quoted(word.text))")
    }
    return value
  }

  private static func trigger(_ cursor: inout LineCursor) throws(ParseError) -> Reaction.Trigger {
    let accepted = "next, error, completed, disposed or closure"
    guard let word = cursor.word() else { throw cursor.expected(accepted) }
    switch word.text {
    case "next":
      let ordinals = 1...ScenarioLimits.triggerOrdinalMax
      return .next(ordinal: try number("the ordinal of a delivery", in: ordinals, &cursor))
    case "error": return .error
    case "completed": return .completed
    case "disposed": return .disposed
    case "closure":
      let ordinals = 1...ScenarioLimits.triggerOrdinalMax
      return .closure(ordinal: try number("the ordinal of a call", in: ordinals, &cursor))
    default:
      throw cursor.error(at: word, "expected \(accepted), not \(LineCursor.quoted(word.text))")
    }
  }
}
