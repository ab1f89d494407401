/// Shares the runs out to several strategies, more to those that lately showed what was not seen before.
///
/// Each member keeps a share at least, since what yields nothing now may be the one that finds the bug.
public final class PortfolioStrategy: ScheduleStrategy {
  /// How much a member's yield so far weighs against its last run: the rest of 1 over this.
  private static let memory = 16.0
  /// No member's weight falls below this; 1 is that of a member whose every run is new.
  private static let weightMin = 0.25
  /// A failing run counts as so many new ones.
  private static let failureYield = 4.0

  private let members: [any ScheduleStrategy]
  private let shares: [Int]
  private var yields: [Double]
  private var generator: SeededGenerator
  private var current = 0

  /// - `shares`: how much each member gets where all yield the same, at least 1; nil: equal shares.
  /// - Precondition: there is a member, and a share for each.
  public init(_ members: [any ScheduleStrategy], shares: [Int]? = nil, seed: UInt64) {
    precondition(!members.isEmpty, "a portfolio needs a strategy")
    self.members = members
    self.shares = shares ?? Array(repeating: 1, count: members.count)
    precondition(self.shares.count == members.count, "each member of a portfolio has a share")
    yields = Array(repeating: 1, count: members.count)
    generator = SeededGenerator(seed: seed)
  }

  public func begin(schedule: Int) -> Bool {
    // Every member once at first, then by yield.
    current = schedule < members.count ? schedule : draw()
    return members[current].begin(schedule: schedule)
  }

  public func choose(_ decision: ScheduleDecision) -> Int { members[current].choose(decision) }

  public func end(_ feedback: ScheduleFeedback) {
    members[current].end(feedback)
    let yield = feedback.failed ? Self.failureYield : feedback.isNew ? 1 : 0
    yields[current] += (yield - yields[current]) / Self.memory
  }

  private func draw() -> Int {
    // Whole numbers, so that every machine draws alike.
    let weights = zip(yields, shares).map { Int(max($0, Self.weightMin) * 1024) * $1 }
    var rest = generator.below(weights.reduce(0, +))
    for (index, weight) in weights.enumerated() {
      rest -= weight
      if rest < 0 { return index }
    }
    return members.count - 1
  }
}
