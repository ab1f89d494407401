/// What the model thinks of an outcome, in the manner of jcstress.
public enum OutcomeGrade: String, Hashable, Sendable, CaseIterable {
  /// Some order of the queues' actions, one after another, ends so.
  case acceptable
  /// Lawful, but only because actions overlap.
  case interesting
  /// Some run that ended so broke a rule.
  case forbidden
  /// The model could not judge any run that ended so.
  case ungraded
}

/// One row of a table of outcomes.
public struct GradedOutcome: Hashable, Sendable {
  /// As in `Outcome.describe`.
  public var text: String
  public var count: Int
  public var grade: OutcomeGrade
  /// What is wrong, or why it is not graded; empty for the others.
  public var reason: String

  /// Adds up equal outcomes of several tables, the most frequent first. The worse grade of two counts, and any
  /// grade outweighs none.
  public static func merged(_ tables: [GradedOutcome]) -> [GradedOutcome] {
    var merged: [String: GradedOutcome] = [:]
    for outcome in tables {
      guard var known = merged[outcome.text] else {
        merged[outcome.text] = outcome
        continue
      }
      known.count += outcome.count
      if outcome.grade.weight > known.grade.weight {
        (known.grade, known.reason) = (outcome.grade, outcome.reason)
      }
      merged[outcome.text] = known
    }
    return merged.values.sorted { $0.count != $1.count ? $0.count > $1.count : $0.text < $1.text }
  }
}

extension OutcomeGrade {
  fileprivate var weight: Int {
    switch self {
    case .ungraded: 0
    case .acceptable: 1
    case .interesting: 2
    case .forbidden: 3
    }
  }
}

extension Outcome {
  /// The row of this outcome.
  /// - Parameter sequential: what the scenario delivers where its actions do not overlap.
  func graded(_ sequential: SequentialOutcomes) -> GradedOutcome {
    let text = describe(subscriptions: sequential.scenario.subscriptions)
    switch verdict {
    case .lawful:
      let isSequential = sequential.deliveries.contains(deliveries)
      return GradedOutcome(
        text: text, count: count, grade: isSequential ? .acceptable : .interesting, reason: "")
    case .violated(let name, let message):
      return GradedOutcome(
        text: text, count: count, grade: .forbidden, reason: "\(name.rawValue) \(message)")
    case .undecided(let cause):
      return GradedOutcome(
        text: text, count: count, grade: .ungraded, reason: cause.description)
    }
  }
}
