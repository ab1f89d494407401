import ScheduleKit

/// A table of graded outcomes, as a person reads it.
public enum OutcomeReport {
  /// One line for each outcome, in the order given.
  public static func text(_ outcomes: [GradedOutcome]) -> String {
    let total = outcomes.reduce(0) { $0 + $1.count }
    let rows = outcomes.map { outcome in
      [
        NumberWords.grouped(UInt64(outcome.count)),
        NumberWords.share(UInt64(outcome.count), of: UInt64(total)), outcome.grade.rawValue,
        outcome.text, outcome.reason,
      ]
    }
    return TextTable.text([["count", "share", "grade", "outcome", "because"]] + rows)
  }
}
