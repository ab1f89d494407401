/// What a corpus file can hold: a scenario or a script of a primitive, with what is known about its failure.
public protocol SavedFile: Hashable, Sendable {
  /// What is raced.
  associatedtype Subject: Hashable

  var library: String { get }
  var subject: Subject { get }
  var verdict: CorpusFile.Verdict? { get set }
  var comments: [String] { get }
  /// What is raced, in one line.
  var title: String { get }
  /// A short file name.
  var slug: String { get }
  /// The text form.
  var text: String { get }
  /// How large it is for a reader.
  var size: ShrinkSize { get }
  /// The same file with another replay command.
  func replayed(by command: String) -> Self
  /// Whether the other file's failure is explained by this one's, as far as both have one.
  func explains(_ other: Self) -> Bool
}

/// A readable file of a corpus, and where it lies.
public struct SavedEntry<File: SavedFile>: Hashable, Sendable {
  public let path: String
  public let file: File

  public init(path: String, file: File) {
    self.path = path
    self.file = file
  }

  /// That of the verdict; without one, that of the folder it lies in.
  var invariant: InvariantName {
    if let verdict = file.verdict { return verdict.invariant }
    let folder = path.split(separator: "/").dropLast().last.map(String.init) ?? ""
    return InvariantName(rawValue: folder) ?? .ref1
  }

  /// Whether the other one races the same, or its failure is explained by this one's.
  func covers(_ other: SavedEntry<File>) -> Bool {
    file.subject == other.file.subject && invariant == other.invariant
      || file.explains(other.file)
  }
}

extension CorpusFile: SavedFile {
  public var library: String { scenario.library }
  public var subject: Scenario { scenario }
  public var title: String { scenario.chain.description }
  public var slug: String { ScenarioSlug.slug(of: scenario.chain) }
  public var text: String { ScenarioCodec.print(self) }
  public var size: ShrinkSize { ShrinkSize(scenario) }

  public func explains(_ other: CorpusFile) -> Bool {
    guard let verdict = other.verdict, let known = KnownFailure(self) else { return false }
    return known.explains(
      Finding(invariant: verdict.invariant, message: verdict.message, scenario: other.scenario))
  }
}

extension PrimitiveFile: SavedFile {
  public var subject: PrimitiveProgram { program }
  public var title: String { program.description }
  public var slug: String { "primitive-\(program.primitive)" }
  public var text: String { PrimitiveCodec.print(self) }
  public var size: ShrinkSize { ShrinkSize(program) }

  /// The failure that it is kept for.
  var failure: PrimitiveFailure? {
    verdict.map { PrimitiveFailure(program, $0.invariant, $0.message) }
  }

  public func explains(_ other: PrimitiveFile) -> Bool {
    failure.map { $0 == other.failure } ?? false
  }
}
