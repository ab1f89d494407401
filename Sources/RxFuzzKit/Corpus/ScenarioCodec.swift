/// The text form of a scenario: what corpus files hold and reports print.
///
/// ```
/// rxf 1
/// library   RxCore
/// chain     merge(feed a, feed b |> map +1) |> take 2
/// before    next a 1
/// queue p   next a 2, completed a
/// queue q   next b 3, dispose 1
/// react 1   at next 1: dispose 1
/// holder 1  bag
/// hold      200
/// ```
/// `time virtual` says that what depends on time goes by virtual clocks, and `advance x 2ms` moves one of them.
/// `schedule`, `verdict`, `found` and `replay` lines belong to a `CorpusFile`. A line that starts with
/// `#` is a comment, and so is what follows a `#` behind the words of a line; `verdict` and `replay`
/// keep their text to the end of the line.
public enum ScenarioCodec {
  /// The version of the text form that this tool writes and reads.
  public static let version = 1

  /// Why a text is not a scenario. Lines and columns count from 1.
  public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    public let line: Int
    public let column: Int
    /// One line that names the offending word and what is accepted.
    public let message: String

    public var description: String { "line \(line), column \(column): \(message)" }
  }

  /// The lines of the text form, as far as they say anything.
  public static func print(_ scenario: Scenario) -> String { print(CorpusFile(scenario)) }

  /// The lines of the text form, those beside the scenario after it.
  public static func print(_ file: CorpusFile) -> String {
    CorpusFilePrinter.lines(of: file).map { $0 + "\n" }.joined()
  }

  /// The scenario of a text; `parse(print(s)) == s` for every lawful scenario.
  /// Returns lawful scenarios only. Never traps, whatever the text.
  public static func parse(_ text: String) throws(ParseError) -> Scenario {
    try parseFile(text).scenario
  }

  /// All that a text says; `parseFile(print(f)) == f` for every file with a lawful scenario.
  public static func parseFile(_ text: String) throws(ParseError) -> CorpusFile {
    try parseFile(bytes: Array(text.utf8))
  }

  /// As above, for bytes that may be no valid UTF-8, which is then an error with its place.
  public static func parseFile(bytes: [UInt8]) throws(ParseError) -> CorpusFile {
    try CorpusFileParser.parse(bytes)
  }
}
