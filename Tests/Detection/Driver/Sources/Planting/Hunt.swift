import Foundation

/// The ordinary tool, run against one mutant with its default options.
///
/// Thread-safety: a value; each run is a process of its own.
public struct Hunt: Sendable {
  /// What became of one run.
  public enum Outcome: Codable, Equatable, Sendable {
    /// After how many races and seconds the run had ended with its first findings: those of one batch.
    case found(invariants: [String], races: Int?, seconds: Double)
    /// The run ended clean.
    case missed(seconds: Double)
    /// The tool itself failed, or did not end in time.
    case broken(String)
  }

  /// The tool as it was built from the planted copy.
  public var tool: URL
  /// Where the run may write its findings; emptied before each.
  public var corpus: URL
  public var iterations: String
  /// After how many seconds the tool is to end a run by itself, clean; nil lets it make all its races.
  public var seconds: Int?
  /// A run that takes longer is stopped and counts as broken.
  public var secondsMax: Int
  /// As in the tool's option `--engine`; nil leaves it to the tool.
  public var engine: String? = "stress"

  public init(
    tool: URL, corpus: URL, iterations: String, seconds: Int? = nil, secondsMax: Int = 600
  ) {
    self.tool = tool
    self.corpus = corpus
    self.iterations = iterations
    self.seconds = seconds
    self.secondsMax = secondsMax
  }

  /// Runs until the first finding. Number 0 is the shipped core.
  public func run(mutant number: Int, seed: String) throws -> Outcome {
    try? FileManager.default.removeItem(at: corpus)
    try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: true)
    let start = ContinuousClock.now
    let result = try Command(
      tool,
      [
        "--seed", seed, "--iterations", iterations, "--fail-fast", "--shrink-seconds", "0",
        "--corpus", corpus.path,
      ] + (engine.map { ["--engine", $0] } ?? [])
        + (seconds.map { ["--time", "\($0)s"] } ?? []),
      environment: [MutantTree.variable: "\(number)"]
    ).run(secondsMax: secondsMax)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    switch result.status {
    case 0: return .missed(seconds: seconds)
    case 1:
      let invariants = Set(
        try SavedFindings.invariants(in: corpus) + Self.primitives(in: result.output)
      ).sorted()
      if invariants.isEmpty {
        return .broken("it reported a finding and saved none:\n\(result.tail)")
      }
      return .found(
        invariants: invariants, races: Self.races(in: result.output), seconds: seconds)
    case nil: return .broken("it did not end within \(secondsMax) s")
    case .some(let status): return .broken("it ended with \(status):\n\(result.tail)")
    }
  }

  /// Whether the last run's first finding was shown by a schedule, not by free races.
  public var wasExplored: Bool {
    (try? SavedFindings.files(in: corpus).contains { file in
      try String(contentsOf: file, encoding: .utf8).contains("\nschedule ")
    }) ?? false
  }

  /// The rules that primitives broke when they were raced on their own: those findings have no file.
  static func primitives(in output: String) -> [String] {
    output.matches(of: #/(?m)^finding: ([A-Z]+-\d+) /#).map { String($0.1) }
  }

  /// The number in the summary's line `raced  13,824 iterations in 2.1 s`.
  static func races(in output: String) -> Int? {
    output.firstMatch(of: #/(?m)^raced\s+([\d,]+)/#).flatMap {
      Int($0.1.filter { $0 != "," })
    }
  }
}

/// What a run left in its corpus folder: the invariant is the folder's name.
private enum SavedFindings {
  static func invariants(in corpus: URL) throws -> [String] {
    Set(try files(in: corpus).map { $0.deletingLastPathComponent().lastPathComponent }).sorted()
  }

  static func files(in corpus: URL) throws -> [URL] {
    guard let walk = FileManager.default.enumerator(at: corpus, includingPropertiesForKeys: nil)
    else { return [] }
    return walk.compactMap { $0 as? URL }.filter { $0.pathExtension == "rxf" }
  }
}
