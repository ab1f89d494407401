import Foundation

/// A file that keeps what became of each run, one line each, so that a hunt that was cut goes on where it was.
///
/// ```
/// release 1e6 take-off-by-one 1 found 512 0.12 LEAK-1 VAL-1
/// release 1e6 take-off-by-one 2 missed 118.20
/// sanitized 1e5 canary 1 broken it ended with 70
/// ```
/// A run is known by its build, its bound, its mutant and its seed; of two lines for one run the later one counts. What
/// was found within one bound is found within any larger one, and nobody knows for a smaller one: it is not made again.
/// Thread-safety: use from one thread.
public struct HuntRecord {
  /// What tells one run from another.
  public struct Run: Hashable, Sendable {
    public var build: Mutant.Build
    /// The bound as it was given to the tool.
    public var iterations: String
    public var mutant: String
    public var seed: String

    public init(build: Mutant.Build, iterations: String, mutant: String, seed: String) {
      self.build = build
      self.iterations = iterations
      self.mutant = mutant
      self.seed = seed
    }
  }

  private let file: URL?
  private var outcomes: [Run: Hunt.Outcome] = [:]

  /// Reads what the file holds, if it is there; nil keeps nothing.
  public init(file: URL?) throws {
    self.file = file
    guard let file, FileManager.default.fileExists(atPath: file.path) else { return }
    let text = try String(contentsOf: file, encoding: .utf8)
    // A line without its end was cut while it was written: that run is made again.
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    where !line.isEmpty {
      guard let (run, outcome) = Self.parse(line) else {
        throw MutantError(mutant: "*", message: "\(file.path) holds no outcome: \(line)")
      }
      outcomes[run] = outcome
    }
  }

  /// How that run ended, unless it is to be made again: the tool's own failures are.
  public func outcome(of run: Run) -> Hunt.Outcome? {
    switch last(of: run) {
    case .found(let invariants, let races, let seconds)?:
      return .found(invariants: invariants, races: races, seconds: seconds)
    case .missed?: return outcomes[run]
    case .broken?, nil: return nil
    }
  }

  /// How that run ended, whatever it was; where it was found within another bound, that.
  public func last(of run: Run) -> Hunt.Outcome? {
    let others = outcomes.filter {
      ($0.key.build, $0.key.mutant, $0.key.seed) == (run.build, run.mutant, run.seed)
    }
    for case .found(let invariants, let races, let seconds) in others.values {
      return .found(invariants: invariants, races: races, seconds: seconds)
    }
    return outcomes[run] ?? others.values.first
  }

  /// Keeps it, in the file at once.
  public mutating func keep(_ outcome: Hunt.Outcome, of run: Run) throws {
    outcomes[run] = outcome
    guard let file else { return }
    if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    // What was cut while it was written goes.
    let kept = try Data(contentsOf: file)
    let end = kept.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    try handle.truncate(atOffset: UInt64(end))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("\(Self.text(run, outcome))\n".utf8))
  }

  static func text(_ run: Run, _ outcome: Hunt.Outcome) -> String {
    let key = "\(run.build.rawValue) \(run.iterations) \(run.mutant) \(run.seed)"
    switch outcome {
    case .found(let invariants, let races, let seconds):
      let words = [races.map { "\($0)" } ?? "-", String(format: "%.2f", seconds)] + invariants
      return "\(key) found \(words.joined(separator: " "))"
    case .missed(let seconds): return "\(key) missed \(String(format: "%.2f", seconds))"
    case .broken(let why):
      return "\(key) broken \(why.split(whereSeparator: \.isNewline).joined(separator: " / "))"
    }
  }

  static func parse(_ line: Substring) -> (Run, Hunt.Outcome)? {
    let words = line.split(separator: " ").map(String.init)
    guard words.count > 5, let build = Mutant.Build(rawValue: words[0]) else { return nil }
    let run = Run(build: build, iterations: words[1], mutant: words[2], seed: words[3])
    switch words[4] {
    case "found":
      guard words.count > 7, let seconds = Double(words[6]) else { return nil }
      return (
        run, .found(invariants: Array(words[7...]), races: Int(words[5]), seconds: seconds)
      )
    case "missed": return Double(words[5]).map { (run, .missed(seconds: $0)) }
    case "broken": return (run, .broken(words[5...].joined(separator: " ")))
    default: return nil
    }
  }
}
