import ScheduleKit

/// What a test of this library did, and what it found.
///
/// Printed by each test in one line, with the table of outcomes where there are any.
public struct TestReport: Sendable, CustomStringConvertible {
  /// What was run, and where: `race Tests.swift:12`.
  public let title: String
  /// Schedules under control that were run, and the distinct ones among them.
  public package(set) var schedules = 0
  public package(set) var distinctSchedules = 0
  /// Schedules of which nobody knows what would have come of them.
  var undecidedSchedules = 0
  /// Lanes of the last run.
  var lanes = 0
  /// Free races, and those in which at least two lanes were at work at the same time: none where there is one lane.
  public package(set) var races = 0
  public package(set) var overlappedRaces = 0
  /// Scenarios that were generated; 0 where none are.
  public package(set) var scenarios = 0
  /// The seed of all that is drawn.
  public let seed: UInt64
  /// What an exploration of all schedules can say, see `explore`; nil for other tests.
  public package(set) var proof: String?
  /// Whether code under test that is instrumented was seen, so that its accesses to memory were points of choice.
  public package(set) var isInstrumented = false
  /// What is to be known of the run besides, a line each.
  public package(set) var notes: [String] = []
  /// Every outcome with how often it came, a line each; empty where the test has none.
  public package(set) var outcomes: [String] = []
  /// What was found; nil: nothing.
  public package(set) var failure: TestFailure?

  init(title: String, seed: UInt64) {
    self.title = title
    self.seed = seed
  }

  /// Something to be known, said once.
  package mutating func note(_ line: String) {
    if !notes.contains(line) { notes.append(line) }
  }

  /// Whether the run could have found anything: some two schedules differed, or two lanes overlapped. Of one lane that only
  /// races freely nobody knows.
  var hasTested: Bool {
    let isUnknown = lanes == 1 && schedules == 0 && races > 0
    let wasJudged = distinctSchedules > 1 && undecidedSchedules < schedules
    return wasJudged || overlappedRaces > 0 || proof != nil || isUnknown
  }

  /// For example `race Tests.swift:12: 1,000 schedules (412 distinct), 10,000 races (63.1 % overlapped), seed 1: nothing found`.
  public var description: String {
    var parts: [String] = []
    if scenarios > 0 { parts.append(NumberWords.counted(UInt64(scenarios), "scenario")) }
    if let proof { parts.append(proof) }
    if schedules > 0, proof == nil {
      parts.append(
        NumberWords.counted(UInt64(schedules), "schedule")
          + " (\(NumberWords.grouped(UInt64(distinctSchedules))) distinct)")
    }
    if races > 0 {
      let share = NumberWords.share(UInt64(overlappedRaces), of: UInt64(races))
      let overlap = lanes == 1 ? "of one lane" : "(\(share) overlapped)"
      parts.append(NumberWords.counted(UInt64(races), "race") + " " + overlap)
    }
    if parts.isEmpty { parts.append("nothing was run") }
    let end = failure.map { "failed: \($0.rule)" } ?? "nothing found"
    let line = "\(title): \(parts.joined(separator: ", ")), seed \(seed): \(end)"
    return ([line] + notes.map { "  " + $0 } + outcomes).joined(separator: "\n")
  }
}
