import ScheduleKit

/// Reads the numbers that people type: seeds, iteration counts, time budgets.
public enum NumberText {
  /// Why a text is not the number asked for: one line that names it and what is accepted.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    public let text: String
    public let accepted: String

    public var description: String {
      let shown = text.unicodeScalars.prefix(60).map { $0.escaped(asASCII: false) }.joined()
      return "`\(shown)` is not accepted: give \(accepted)"
    }
  }

  /// The largest iteration count.
  public static let countMax: UInt64 = 1_000_000_000_000_000_000
  /// The longest time budget: 365 days.
  public static let secondsMax = 31_536_000

  /// A seed: a decimal number, a hexadecimal one after `0x`, or any other text by its hash.
  ///
  /// A text that is no number, such as a commit hash, stands for its 64-bit FNV-1a hash, equal on every
  /// machine. So does a decimal number above 64 bits: a commit hash may have digits only.
  /// Source: Fowler, Noll, Vo, "The FNV non-cryptographic hash algorithm".
  public static func seed(_ text: String) throws(Problem) -> UInt64 {
    let problem = Problem(
      text: text, accepted: "a decimal number, a hexadecimal one of at most 64 bits, or any word")
    if text.isEmpty { throw problem }
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      guard let digits = digits(text.dropFirst(2), isDigit: \.isHexDigit),
        let value = UInt64(digits, radix: 16)
      else { throw problem }
      return value
    }
    if let digits = digits(text[...], isDigit: \.isDecimalDigit), let value = UInt64(digits) {
      return value
    }
    return hash(text)
  }

  /// A number of iterations: `1000000`, `1_000_000`, `1e6` or `1.5e6`; at least 1.
  ///
  /// A fraction is accepted where the exponent makes a whole number of it.
  public static func count(_ text: String) throws(Problem) -> UInt64 {
    let problem = Problem(
      text: text, accepted: "a whole number from 1 to 1e18, such as 1000000, 1_000_000 or 1e6")
    let parts = text.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "e" || $0 == "E" })
    let mantissa = parts[0].split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var exponent: UInt64 = 0
    if parts.count == 2 {
      guard let digits = digits(parts[1], isDigit: \.isDecimalDigit), let power = UInt64(digits)
      else { throw problem }
      exponent = power
    }
    guard let whole = digits(mantissa[0], isDigit: \.isDecimalDigit) else { throw problem }
    var fraction = ""
    if mantissa.count == 2 {
      guard let places = digits(mantissa[1], isDigit: \.isDecimalDigit),
        UInt64(places.count) <= exponent
      else { throw problem }
      fraction = places
      exponent -= UInt64(places.count)
    }
    guard var value = UInt64(whole + fraction), exponent <= 18 else { throw problem }
    for _ in 0..<exponent {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { throw problem }
      value = product
    }
    guard (1...countMax).contains(value) else { throw problem }
    return value
  }

  /// A time budget in seconds: `90`, `90s`, `15m` or `2h`; at least one second, at most 365 days.
  public static func seconds(_ text: String) throws(Problem) -> Int {
    let problem = Problem(
      text: text,
      accepted: "a whole number of seconds, minutes or hours, such as 90, 90s, 15m or 2h")
    let unit: Int
    switch text.last {
    case "s": unit = 1
    case "m": unit = 60
    case "h": unit = 3_600
    default: unit = 0
    }
    let number = unit == 0 ? text[...] : text.dropLast()
    guard let digits = digits(number, isDigit: \.isDecimalDigit), let value = Int(digits) else {
      throw problem
    }
    let (seconds, overflow) = value.multipliedReportingOverflow(by: max(1, unit))
    guard !overflow, (1...secondsMax).contains(seconds) else { throw problem }
    return seconds
  }

  /// The 64-bit FNV-1a hash of the text's UTF-8 bytes.
  static func hash(_ text: String) -> UInt64 {
    StableHash.fnv1a(text.utf8)
  }

  /// The digits without the single underscores between them, or nil where anything else occurs.
  private static func digits(_ text: Substring, isDigit: (UInt8) -> Bool) -> String? {
    var digits = ""
    var mayBreak = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "_") {
        guard mayBreak else { return nil }
        mayBreak = false
      } else {
        guard isDigit(byte) else { return nil }
        digits.unicodeScalars.append(UnicodeScalar(byte))
        mayBreak = true
      }
    }
    return mayBreak ? digits : nil
  }
}

extension UInt8 {
  fileprivate var isDecimalDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isHexDigit: Bool {
    isDecimalDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(self)
  }
}
