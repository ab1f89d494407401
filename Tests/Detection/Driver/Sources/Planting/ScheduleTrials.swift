import Foundation

/// One mutant's failing scenario, replayed under one strategy and seed after another.
///
/// Each trial is a process of its own, so that a mutant which ends the process is counted like any other.
/// Thread-safety: a value.
public struct ScheduleTrials: Sendable {
  public var tool: URL
  public var mutant: Int
  /// The scenario, without the schedule that was found for it.
  public var file: URL
  /// Schedules, or races, after which a trial has failed to find.
  public var bound: Int
  /// A trial that takes longer is stopped, and is a fault of the tool: neither schedules nor hangs may take so long.
  private static let secondsMax = 60

  public init(tool: URL, mutant: Int, file: URL, bound: Int) {
    self.tool = tool
    self.mutant = mutant
    self.file = file
    self.bound = bound
  }

  /// Counts schedules up to the first failing one, itself included.
  public func schedules(strategy: String, seed: Int) throws -> TrialOutcome {
    try count(["--engine", "explore", "--strategy", strategy], seed: seed)
  }

  /// Counts free races up to the end of the batch in which one failed, that batch included where it ended.
  public func races(seed: Int) throws -> TrialOutcome {
    try count(["--engine", "stress"], seed: seed)
  }

  private func count(_ options: [String], seed: Int) throws -> TrialOutcome {
    let result = try Command(
      tool,
      // One job: the count depends on the seed alone.
      [
        "replay", file.path, "--seed", "\(seed)", "--iterations", "\(bound)", "--quiet", "--jobs",
        "1",
      ] + options,
      environment: [MutantTree.variable: "\(mutant)"]
    ).run(secondsMax: Self.secondsMax)
    return Self.outcome(of: result.status, result.output)
  }

  /// What a replay that ended so, and said that, has come to. `status` is nil where it had to be stopped.
  static func outcome(of status: Int32?, _ output: String) -> TrialOutcome {
    switch status {
    case 0: .missed
    case 1:
      count(in: output).map(TrialOutcome.found)
        ?? .broken("a failure was reported without how long it took")
    case nil: .broken("no end within \(secondsMax) s")
    case .some(let status): .broken("ended with \(status)")
    }
  }

  /// The number in `reproduced: DISP-5, within 12 schedules`.
  static func count(in output: String) -> Int? {
    output.firstMatch(of: #/(?m)^reproduced: .*within ([\d,]+) (?:schedule|race)/#).flatMap {
      Int($0.1.filter { $0 != "," })
    }
  }

  /// A scenario file's text without its schedule, so that a trial has to search.
  public static func withoutSchedule(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("schedule ") }.joined(separator: "\n")
  }
}

/// What became of one trial.
public enum TrialOutcome: Hashable, Sendable, Codable {
  /// A failure was seen within so many schedules or races.
  case found(Int)
  /// All of them were lawful.
  case missed
  /// The tool failed: one line.
  case broken(String)
}

/// What the trials of one strategy came to.
public struct TrialSummary: Equatable, Sendable {
  /// Ascending; trials that found nothing are not among them.
  private let found: [Int]
  private let trials: Int
  private let wanted: Int
  /// Why trials failed, each reason once.
  public let faults: [String]

  /// - Parameter wanted: trials that there should be; nil: those that there are.
  public init(_ outcomes: [TrialOutcome], wanted: Int? = nil) {
    var found: [Int] = []
    var faults: [String] = []
    for outcome in outcomes {
      switch outcome {
      case .found(let count): found.append(count)
      case .missed: continue
      case .broken(let why): if !faults.contains(why) { faults.append(why) }
      }
    }
    self.found = found.sorted()
    self.faults = faults
    trials = outcomes.count
    self.wanted = wanted ?? outcomes.count
  }

  /// Whether every trial that there should be found it.
  public var isComplete: Bool { wanted > 0 && found.count == wanted }
  /// Nil where half of the trials or more found nothing.
  public var median: Int? {
    let middle = trials / 2
    return found.indices.contains(middle) ? found[middle] : nil
  }
  public var most: Int? { found.last }

  /// For example `7 (max 31)`, or `- (3 of 20)`; where there was no time for all, `7 (2 of 2, 3 wanted)`.
  public var words: String {
    let middle = median.map { "\($0)" } ?? "-"
    if isComplete { return "\(middle) (max \(most.map { "\($0)" } ?? "-"))" }
    let cut = trials < wanted ? ", \(wanted) wanted" : ""
    return "\(middle) (\(found.count) of \(trials)\(cut))"
  }
}
