/// What one parameter of an operator means, how it is written, and what may be drawn.
///
/// Every parameter is one `Int` in memory and one word in text. Printing and parsing live here, so that
/// a new kind is complete when this file compiles.
public enum ParameterKind: Hashable, Sendable {
  /// A feed, printed as a letter.
  case feed
  /// A count in a range, printed as a number.
  case count(ClosedRange<Int>)
  /// An amount added to a payload, printed `+3`.
  case delta(ClosedRange<Int>)
  /// An element made by a cold source, printed as a number.
  case payload
  /// A test of a payload: 0 `all`, 1 `none`, 2 `even`, 3 `odd`.
  case predicate
  /// A scheduler's queue, printed x, y.
  case queue
  /// A real delay, printed `2ms`.
  case milliseconds(ClosedRange<Int>)
  /// One of the ways in which a row can be written, printed as its name.
  case form([String])

  /// The values that a lawful scenario may hold.
  public var lawful: ClosedRange<Int> {
    switch self {
    case .feed: 0...ScenarioLimits.feedsMax - 1
    case .count(let range), .delta(let range), .milliseconds(let range): range
    case .payload: 0...ScenarioLimits.payloadMax
    case .predicate: 0...Self.predicates.count - 1
    case .queue: 0...ScenarioLimits.schedulerQueuesMax - 1
    case .form(let names): 0...names.count - 1
    }
  }

  /// The values that the generator draws, the simplest one first. A feed is chosen by the graph instead.
  public var drawn: ClosedRange<Int> {
    switch self {
    case .payload: 1...9
    case .feed, .count, .delta, .predicate, .queue, .milliseconds, .form: lawful
    }
  }

  /// What is accepted, in words, for messages.
  public var accepted: String {
    let range = lawful
    switch self {
    case .feed:
      return "a feed letter, \(Letters.feed(range.lowerBound)) to \(Letters.feed(range.upperBound))"
    case .count: return "a count, \(range.lowerBound) to \(range.upperBound)"
    case .delta: return "an amount, +\(range.lowerBound) to +\(range.upperBound)"
    case .payload: return "a number, \(range.lowerBound) to \(range.upperBound)"
    case .predicate: return "one of \(Self.predicates.joined(separator: ", "))"
    case .queue: return "a scheduler queue, x or y"
    case .milliseconds: return "a delay, \(range.lowerBound)ms to \(range.upperBound)ms"
    case .form(let names): return "one of \(names.joined(separator: ", "))"
    }
  }

  /// The value as one word.
  public func print(_ value: Int) -> String {
    switch self {
    case .feed: Letters.feed(value)
    case .count, .payload: "\(value)"
    case .delta: "+\(value)"
    case .predicate:
      Self.predicates.indices.contains(value) ? Self.predicates[value] : "\(value)"
    case .queue: Letters.schedulerQueue(value)
    case .milliseconds: "\(value)ms"
    case .form(let names): names.indices.contains(value) ? names[value] : "\(value)"
    }
  }

  /// The lawful value that the word means, or nil.
  public func parse(_ word: Substring) -> Int? {
    let value: Int? =
      switch self {
      case .feed: Letters.feed(from: word)
      case .count, .payload: Self.number(word)
      case .delta: word.first == "+" ? Self.number(word.dropFirst()) : nil
      case .predicate: Self.predicates.firstIndex { $0 == word }
      case .queue: Letters.schedulerQueue(from: word)
      case .milliseconds: word.hasSuffix("ms") ? Self.number(word.dropLast(2)) : nil
      case .form(let names): names.firstIndex { $0 == word }
      }
    return value.flatMap { lawful.contains($0) ? $0 : nil }
  }

  private static let predicates = ["all", "none", "even", "odd"]

  /// Decimal digits only: no sign, no separators. Nil where the number does not fit.
  private static func number(_ word: Substring) -> Int? {
    guard !word.isEmpty, word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(word)
  }
}
