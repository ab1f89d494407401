import Foundation

/// What became of each run, kept in a file, so that a hunt that was cut goes on where it was.
///
/// A run is known by its build, its bound, its mutant and its seed; of two lines for one run the later one counts. What
/// was found within one bound is found within any larger one, and nobody knows for a smaller one: it is not made again.
/// Thread-safety: use from one thread.
public struct HuntRecord {
  /// What distinguishes one run from another.
  public struct Run: Hashable, Codable, Sendable {
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

  private struct Line: Codable {
    let run: Run
    let outcome: Hunt.Outcome
  }

  private let log: LineLog<Line>
  private var outcomes: [Run: Hunt.Outcome] = [:]

  /// Reads what the file holds, if it is there; nil keeps nothing.
  public init(file: URL?) throws {
    log = LineLog(file)
    for line in try log.lines() { outcomes[line.run] = line.outcome }
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
    try log.append(Line(run: run, outcome: outcome))
  }
}
