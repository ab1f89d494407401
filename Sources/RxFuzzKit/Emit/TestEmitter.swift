/// Writes scenarios as one file of Swift Testing that uses a library's own API and nothing of this tool.
public enum TestEmitter {
  /// Why a scenario cannot be written: a row or a feed that the phrasebook does not have.
  public struct MissingPhrase: Error, Hashable, Sendable, CustomStringConvertible {
    public let row: String
    public let library: String
    /// One line.
    public var description: String { "\(library) has no phrase for the operator `\(row)`" }
  }

  /// The whole file: one suite for each scenario, then what all of them share.
  /// - Precondition: each scenario is lawful.
  public static func text(
    of files: [CorpusFile], library: some PhrasedLibrary
  ) throws(MissingPhrase) -> String {
    var suites: [String] = []
    var taken: [String: Int] = [:]
    for file in files {
      let name = typeName(of: file.scenario.chain)
      taken[name, default: 0] += 1
      let number = taken[name] == 1 ? "" : "\(taken[name] ?? 0)"
      suites.append(try suite(file, name: name + number, library: library))
    }
    let modules = ["Dispatch", "Foundation", "Synchronization", "Testing"]
    let attribute = library.phrasebook.predatesConcurrency ? "@preconcurrency " : ""
    let imports =
      (modules.map { ($0, "import ") }
      + library.phrasebook.modules.map { ($0, "\(attribute)import ") })
      .sorted { $0.0 < $1.0 }.map { $0.1 + $0.0 }
    let parts =
      [imports.joined(separator: "\n")] + suites
      + [TestSupport.text, library.phrasebook.declarations]
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// `MergeTakeRace` for `merge(feed a, feed b) |> take 2`.
  private static func typeName(of chain: Chain) -> String {
    let words = ScenarioSlug.slug(of: chain).split(separator: "-")
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Race"
  }

  private static func suite(
    _ file: CorpusFile, name: String, library: some PhrasedLibrary
  ) throws(MissingPhrase) -> String {
    let checksRelease = file.verdict?.invariant == .leak1
    let script = TestScript(
      file.scenario, phrases: library.phrasebook, isWatched: checksRelease)
    let title = file.verdict.map { "\($0.invariant.rawValue) \($0.message)" } ?? "A race"
    let broken = file.verdict?.invariant
    let checks = TestCheck.all(for: library.promisesKept, broken: broken)
      .map { ".\($0.rawValue)" }.joined(separator: ", ")
    let outcomes = TestOutcomes(file, library: library)
    var lines = comment(file, isListed: outcomes != nil)
    lines += ["@Suite(\(quoted(title)), .serialized)", "struct \(name) {"]
    if let outcomes { lines += outcomes.declaration + [""] }
    lines += [
      "  @Test(\"no round breaks the contract\")",
      "  func everyRound() throws {",
      "    for round in 0..<\(rounds(script)) {",
    ]
    if checksRelease {
      lines += [
        "      weak var held: RaceLog?",
        "      let faults = Self.faults(round) { held = $0 }",
        "      try #require(faults.isEmpty, \"round \\(round): \\(faults.joined(separator: \"; \"))\")",
        "      try #require(held == nil, \"round \\(round): something is never released\")",
      ]
    } else {
      lines += [
        "      let faults = Self.faults(round)",
        "      try #require(faults.isEmpty, \"round \\(round): \\(faults.joined(separator: \"; \"))\")",
      ]
    }
    lines += [
      "    }", "  }", "",
      "  private static func faults(_ round: Int"
        + (checksRelease ? ", _ watch: (RaceLog) -> Void" : "") + ") -> [String] {",
    ]
    var body = script.setUp(keepsEvents: outcomes != nil, showsOrder: broken == .ser2)
    body += try script.graph(library: library.name)
    body += script.handles()
    body += script.race(forgetsFeeds: checksRelease)
    body.append(
      "return log.faults(of: [\(checks)])"
        + (outcomes == nil ? "" : " + log.faults(beside: lawful)"))
    lines += body.map { $0.isEmpty ? "" : "    " + $0 }
    lines += ["  }", "}"]
    return lines.joined(separator: "\n")
  }

  private static func rounds(_ script: TestScript) -> String {
    if script.isSequential, !script.isTimed { return "1" }
    return script.isTimed ? "500" : "100_000"
  }

  /// The scenario and what to expect, above the suite.
  private static func comment(_ file: CorpusFile, isListed: Bool) -> [String] {
    let text = ScenarioCodec.print(file).split(separator: "\n").map { "//     \($0)" }
    var lines = ["// The scenario:", "//"] + text
    if let verdict = file.verdict {
      let note =
        isListed
        ? "A round whose outcome is not among those of `lawful` fails the test."
        : TestCheck.note(on: verdict.invariant)
      lines += ["//", "// \(note)"]
    }
    return lines
  }

  /// A string literal.
  private static func quoted(_ text: String) -> String {
    "\"" + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
  }
}
