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
  /// A trial that takes longer is stopped and has failed.
  private static let secondsMax = 60

  public init(tool: URL, mutant: Int, file: URL, bound: Int) {
    self.tool = tool
    self.mutant = mutant
    self.file = file
    self.bound = bound
  }

  /// Schedules up to the first failing one, itself included; nil where none failed.
  public func schedules(strategy: String, seed: Int) throws -> Int? {
    try count(["--engine", "explore", "--strategy", strategy], seed: seed)
  }

  /// Free races up to the end of the batch in which one failed; nil where none did.
  public func races(seed: Int) throws -> Int? { try count(["--engine", "stress"], seed: seed) }

  private func count(_ options: [String], seed: Int) throws -> Int? {
    let result = try Command(
      tool,
      // One job: the count depends on the seed alone.
      [
        "replay", file.path, "--seed", "\(seed)", "--iterations", "\(bound)", "--quiet", "--jobs",
        "1",
      ] + options,
      environment: [MutantTree.variable: "\(mutant)"]
    ).run(secondsMax: Self.secondsMax)
    return result.status == 1 ? Self.count(in: result.output) : nil
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

/// What the trials of one strategy came to.
public struct TrialSummary: Equatable, Sendable {
  /// Ascending; trials that found nothing are not among them.
  private let found: [Int]
  private let trials: Int

  public init(_ counts: [Int?]) {
    found = counts.compactMap { $0 }.sorted()
    trials = counts.count
  }

  /// Whether every trial found it.
  public var isComplete: Bool { trials > 0 && found.count == trials }
  /// Nil where half of the trials or more found nothing.
  public var median: Int? {
    let middle = trials / 2
    return found.indices.contains(middle) ? found[middle] : nil
  }
  public var most: Int? { found.last }

  /// For example `7 (max 31)`, or `- (3 of 20)`.
  public var words: String {
    let middle = median.map { "\($0)" } ?? "-"
    return isComplete
      ? "\(middle) (max \(most.map { "\($0)" } ?? "-"))" : "\(middle) (\(found.count) of \(trials))"
  }
}
