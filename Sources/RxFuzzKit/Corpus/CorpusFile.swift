/// A scenario with what is known about its failure: the contents of one corpus file.
public struct CorpusFile: Hashable, Sendable {
  /// What was violated, in one line.
  public struct Verdict: Hashable, Sendable {
    public let invariant: InvariantName
    public let message: String

    /// Control characters and line breaks in `message` become spaces, those at its ends are dropped.
    public init(_ invariant: InvariantName, _ message: String) {
      self.invariant = invariant
      self.message = CorpusFile.singleLine(message)
    }
  }

  /// The run that found it.
  public struct Origin: Hashable, Sendable {
    public let seed: UInt64
    /// Nil where the run did not draw it, but raced again what a file holds.
    public let iteration: UInt64?
    /// The tool's version, for example `0.1.0`; one word.
    public let version: String

    /// - `version`: whitespace, commas and `#` in it become `-`; an empty one becomes `-`.
    public init(seed: UInt64, iteration: UInt64?, version: String) {
      self.seed = seed
      self.iteration = iteration
      self.version = CorpusFile.singleWord(version) ?? "-"
    }
  }

  public var scenario: Scenario
  /// How explore replays it exactly, for example `explore:v1:9f3k`; one word.
  public private(set) var schedule: String?
  public var verdict: Verdict?
  public var origin: Origin?
  /// The command that replays the failure, one line.
  public private(set) var replay: String?
  /// Whole-line comments without their `#`, printed below the first line.
  public private(set) var comments: [String]

  /// Texts are brought into the form that one line can hold, see `Verdict` and `Origin`.
  public init(
    _ scenario: Scenario, schedule: String? = nil, verdict: Verdict? = nil,
    origin: Origin? = nil, replay: String? = nil, comments: [String] = []
  ) {
    self.scenario = scenario
    self.schedule = schedule.flatMap(Self.singleWord)
    self.verdict = verdict
    self.origin = origin
    self.replay = replay.map(Self.singleLine).flatMap { $0.isEmpty ? nil : $0 }
    self.comments = comments.map(Self.singleLine)
  }

  /// The same file with another replay command.
  public func replayed(by command: String) -> CorpusFile {
    CorpusFile(
      scenario, schedule: schedule, verdict: verdict, origin: origin, replay: command,
      comments: comments)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  static func singleLine(_ text: String) -> String {
    var scalars = text.unicodeScalars.map { isControl($0) ? " " : $0 }[...]
    while scalars.first == " " { scalars.removeFirst() }
    while scalars.last == " " { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The text as one word, or nil where nothing is left of it.
  static func singleWord(_ text: String) -> String? {
    let line = singleLine(text)
    guard !line.isEmpty else { return nil }
    let scalars = line.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar {
      case " ", ",", "#": "-"
      default: scalar
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
