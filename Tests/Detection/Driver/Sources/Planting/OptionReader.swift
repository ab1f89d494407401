/// The words of a command line, taken one after another.
public struct OptionReader {
  /// A word that is not accepted, in one line.
  public struct UsageError: Error {
    public let message: String
    public init(message: String) { self.message = message }
  }

  private var rest: ArraySlice<String>

  public init(_ words: [String]) { rest = words[...] }

  /// The next word, an option's name.
  public mutating func next() -> String? { rest.popFirst() }

  public mutating func value(of option: String) throws(UsageError) -> String {
    guard let value = rest.popFirst() else {
      throw UsageError(message: "\(option) needs a value")
    }
    return value
  }

  public mutating func number(of option: String, from least: Int = 1) throws(UsageError) -> Int {
    let text = try value(of: option)
    guard let number = Int(text), number >= least else {
      throw UsageError(message: "\(option): `\(text)` is not a number from \(least)")
    }
    return number
  }

  public func refusal(of word: String) -> UsageError {
    UsageError(message: "`\(word)` is not an option")
  }
}
