/// How large a scenario, or a script of a primitive, is for a reader: compared number by number, the
/// most specific one first.
///
/// Every accepted step of shrinking lowers it, so shrinking ends.
public struct ShrinkSize: Hashable, Comparable, Sendable {
  private let numbers: [Int]
  /// Operators, actions and reactions of a scenario, operations of a script: the one number that people are shown.
  public let total: Int

  public init(_ scenario: Scenario) {
    let nodes = scenario.chain.nodes
    let actions = scenario.actions
    numbers = [
      nodes.count,
      scenario.queues.count,
      scenario.queues.reduce(0) { $0 + $1.count },
      scenario.reactions.reduce(scenario.reactions.count) { $0 + $1.actions.count },
      scenario.subscriptions.count,
      scenario.before.count,
      scenario.holders.values.reduce(0) { $0 + $1.rawValue },
      nodes.reduce(0) { $0 + $1.parameters.count },
      nodes.reduce(0) { $0 + Self.rank(ofRow: $1.row) },
      scenario.holdSpins,
      scenario.reactions.reduce(0) { $0 + Self.rank(of: $1.trigger) },
      nodes.reduce(0) { $0 + $1.parameters.reduce(0, +) },
      actions.reduce(0) { $0 + Self.rank(of: $1) },
      scenario.reactions.reduce(0) { $0 + $1.subscription },
    ]
    total = numbers[0] + numbers[2] + numbers[3] + numbers[5]
  }

  /// - Parameter numbers: the most specific one first.
  init(total: Int, numbers: [Int]) {
    self.total = total
    self.numbers = numbers
  }

  public static func < (left: ShrinkSize, right: ShrinkSize) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  /// Rows that come first in the catalogue are the simpler ones.
  private static func rank(ofRow name: String) -> Int {
    Catalogue.everywhere.firstIndex { $0.name == name } ?? Catalogue.everywhere.count
  }

  private static func rank(of trigger: Reaction.Trigger) -> Int {
    switch trigger {
    case .next(let ordinal): ordinal
    case .error, .completed: 0
    // Worse to read than any delivery.
    case .disposed: ScenarioLimits.triggerOrdinalMax + 1
    case .closure(let ordinal): ScenarioLimits.triggerOrdinalMax + 1 + ordinal
    }
  }

  private static func rank(of action: Action) -> Int {
    var rank = (action.feed ?? 0) + (action.subscription ?? 0)
    if case .next(_, let payload) = action { rank += payload }
    if case .advance(let clock, let span) = action { rank += clock + span }
    return rank
  }
}
