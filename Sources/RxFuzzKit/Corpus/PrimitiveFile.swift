/// A script of a primitive, with what is known about its failure: the contents of one corpus file.
///
/// ```
/// rxf 1
/// library   RxCore
/// primitive serial
/// queue p   hold 1, dispose
/// queue q   hold 2, ask
/// verdict   DISP-5 resource 2 of serial was released 0 times
/// ```
public struct PrimitiveFile: Hashable, Sendable {
  public let library: String
  public let program: PrimitiveProgram
  public var verdict: CorpusFile.Verdict?
  /// The run that found it; the iteration is the number of the script among those of its primitive.
  public var origin: CorpusFile.Origin?
  /// The command that replays the failure, one line.
  public private(set) var replay: String?
  /// Whole-line comments without their `#`, printed below the first line.
  public private(set) var comments: [String]

  /// Texts are brought into the form that one line can hold, see `CorpusFile`.
  public init(
    library: String, _ program: PrimitiveProgram, verdict: CorpusFile.Verdict? = nil,
    origin: CorpusFile.Origin? = nil, replay: String? = nil, comments: [String] = []
  ) {
    self.library = library
    self.program = program
    self.verdict = verdict
    self.origin = origin
    self.replay = replay.map(CorpusFile.singleLine).flatMap { $0.isEmpty ? nil : $0 }
    self.comments = comments.map(CorpusFile.singleLine)
  }

  /// The same file with another replay command.
  public func replayed(by command: String) -> PrimitiveFile {
    PrimitiveFile(
      library: library, program, verdict: verdict, origin: origin, replay: command,
      comments: comments)
  }
}

/// The text form of a primitive's script. Thread-safety: stateless.
public enum PrimitiveCodec {
  /// The key of the line that names the primitive, as it is printed.
  static let key = "primitive"
  /// The keys under which that line is read. Files of version 0.1.0 have `part`.
  static let keys = [key, "part"]

  /// Whether a text says that it is a primitive's script: it has a line `primitive`.
  public static func isPrimitive(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: UInt8(ascii: "\n")).contains { line in
      let words = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      return keys.contains { key in
        let rest = words.dropFirst(key.utf8.count)
        return words.starts(with: key.utf8)
          && (rest.first.map { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } ?? true)
      }
    }
  }

  /// The lines of the text form, as far as they say anything.
  public static func print(_ file: PrimitiveFile) -> String {
    var lines = ["rxf \(ScenarioCodec.version)"]
    lines += file.comments.map { $0.isEmpty ? "#" : "# \($0)" }
    lines.append(CorpusFilePrinter.line("library", file.library))
    lines.append(CorpusFilePrinter.line(key, file.program.primitive))
    for (index, steps) in file.program.steps.enumerated() {
      lines.append(
        CorpusFilePrinter.line(
          "queue \(Letters.queue(index))", steps.map(\.description).joined(separator: ", ")))
    }
    lines += CorpusFilePrinter.findingLines(
      verdict: file.verdict, origin: file.origin, replay: file.replay)
    return lines.map { $0 + "\n" }.joined()
  }

  /// All that a text says; `parse(print(f)) == f` for every file with a lawful script. Returns lawful scripts only.
  /// Never traps, whatever the text.
  public static func parse(_ text: String) throws(ScenarioCodec.ParseError) -> PrimitiveFile {
    try parse(bytes: Array(text.utf8))
  }

  /// As above, for bytes that may be no valid UTF-8, which is then an error with its place.
  public static func parse(bytes: [UInt8]) throws(ScenarioCodec.ParseError) -> PrimitiveFile {
    try PrimitiveFileParser.parse(bytes)
  }
}
