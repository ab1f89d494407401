/// What makes two findings the same: the invariant and the message, whatever the numbers and letters in it, and
/// whoever sent what it names.
///
/// What damaged memory leads to depends on chance, so that all its signs are one failure. Stable over runs and machines. The message of a crash names its site, so that two different traps of
/// one library stay two findings.
public struct FindingFingerprint: Hashable, Sendable, CustomStringConvertible {
  /// For example `DISP-5 resource of feed # disposed # times`.
  public let description: String

  public init(_ finding: Finding) {
    self.init(invariant: finding.invariant, message: finding.message)
  }

  public init(invariant: InvariantName, message: String) {
    if invariant == .crash1, CrashText.showsDamage(message) {
      description = "\(invariant.rawValue) damaged memory"
      return
    }
    description = "\(invariant.rawValue) \(Self.normalised(message))"
  }

  /// Stands for every finding of that invariant.
  public init(anyOf invariant: InvariantName) { description = invariant.rawValue }

  /// A fingerprint that another process has computed.
  init(text: String) { description = text }

  /// Whether the other is the same, or this one stands for all of the other's invariant.
  func covers(_ other: FindingFingerprint) -> Bool {
    self == other || isInvariantOnly && other.description.hasPrefix(description + " ")
  }

  /// The rule that was broken.
  var invariantName: Substring { description.prefix { $0 != " " } }

  /// Whether a scenario that fails so may fail in any way: a data race and a crash at no certain place leave nothing certain.
  var leavesNothingCertain: Bool {
    invariantName == InvariantName.race1.rawValue
      || invariantName == InvariantName.crash1.rawValue && !description.contains(".swift:")
  }

  /// Whether it says nothing about the message.
  var isInvariantOnly: Bool { !description.contains(" ") }

  /// Words that a scenario's letters follow.
  private static let lettered: Set<String> = ["feed", "subject", "queue"]

  /// Words for a message that say who sent an element, which make no other finding of it.
  static func origin(_ words: String) -> String { opening + words + closing }

  private static let opening = " (sent by "
  private static let closing = ")"

  private static func withoutOrigins(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: opening),
      let end = rest[start.upperBound...].firstRange(of: closing)
    {
      result += rest[..<start.lowerBound]
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  /// The text without origins and places in a binary, with each number, decimal or hexadecimal, and each feed's or queue's
  /// letter replaced by `#`, and blanks squeezed.
  static func normalised(_ text: String) -> String {
    var words: [String] = []
    for word in withoutOrigins(text).split(whereSeparator: \.isWhitespace) {
      let isLetter = lettered.contains(words.last ?? "") && startsWithLetterAlone(word)
      let shown = isLetter ? "#" + word.dropFirst() : withoutNumbers(word)
      if let last = words.indices.last, let rest = pastBinary(shown) {
        words[last] += rest
      } else {
        words.append(shown)
      }
    }
    return words.joined(separator: " ")
  }

  /// What follows a place such as `(tool+#)`, if it is one: a build may have another name.
  private static func pastBinary(_ word: String) -> Substring? {
    guard word.hasPrefix("("), let end = word.firstRange(of: "+#)") else { return nil }
    return word[end.upperBound...]
  }

  private static func startsWithLetterAlone(_ word: Substring) -> Bool {
    guard let first = word.first, first.isASCII, first.isLowercase else { return false }
    return word.dropFirst().first.map { !$0.isLetter && !$0.isNumber } ?? true
  }

  private static func withoutNumbers(_ word: Substring) -> String {
    var result = ""
    var rest = word
    while let first = rest.first {
      if rest.hasPrefix("0x") {
        result += "#"
        rest = rest.dropFirst(2).drop(while: \.isHexDigit)
      } else if first.isASCII, first.isNumber, !endsInsideName(result) {
        result += "#"
        rest = rest.drop { $0.isASCII && $0.isNumber }
      } else {
        result.append(first)
        rest.removeFirst()
      }
    }
    return result
  }

  /// Whether a digit here belongs to a name such as `Zip2` rather than to a number.
  private static func endsInsideName(_ text: String) -> Bool {
    guard let last = text.last else { return false }
    return last.isLetter || last.isNumber || last == "_"
  }
}
