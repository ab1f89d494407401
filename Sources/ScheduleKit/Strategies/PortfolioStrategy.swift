/// Shares the runs out to several strategies, more to those that lately showed what was not seen before.
///
/// The members of the largest shares come first, and the first of all has most of the first runs.
/// Each member keeps a share at least, since what yields nothing now may be the one that finds the bug.
public final class PortfolioStrategy: ScheduleStrategy {
  /// How much a member's yield so far weighs against its last run: the rest of 1 over this.
  private static let memory = 16.0
  /// No member's weight falls below this; 1 is that of a member whose every run is new.
  private static let weightMin = 0.25
  /// A failing run counts as so many new ones.
  private static let failureYield = 4.0
  private static let leads = 2

  private let starts: [any ScheduleStrategy]
  private let members: [any ScheduleStrategy]
  private let shares: [Int]
  private var yields: [Double]
  private let opening: [Int]
  private var generator: SeededGenerator
  private var current: any ScheduleStrategy
  /// The current member; nil in the first runs.
  private var number: Int?

  /// - `starts`: what has the first runs, one each.
  /// - `shares`: how much each member gets where all yield the same, at least 1; nil: equal shares.
  /// - Precondition: there is a member, and a share for each.
  public init(
    _ members: [any ScheduleStrategy], shares: [Int]? = nil, starts: [any ScheduleStrategy] = [],
    seed: UInt64
  ) {
    precondition(!members.isEmpty, "a portfolio needs a strategy")
    self.starts = starts
    current = members[0]
    self.members = members
    self.shares = shares ?? Array(repeating: 1, count: members.count)
    precondition(self.shares.count == members.count, "each member of a portfolio has a share")
    opening = Self.opening(members.count)
    yields = Array(repeating: 1, count: members.count)
    generator = SeededGenerator(seed: seed)
  }

  public func begin(schedule: Int) -> Bool {
    let turn = schedule - starts.count
    number = turn < 0 ? nil : turn < opening.count ? opening[turn] : draw()
    current = number.map { members[$0] } ?? starts[schedule]
    return current.begin(schedule: schedule)
  }

  public func choose(_ decision: ScheduleDecision) -> Int { current.choose(decision) }

  public func end(_ feedback: ScheduleFeedback) {
    current.end(feedback)
    guard let number else { return }
    let yield = feedback.failed ? Self.failureYield : feedback.isNew ? 1 : 0
    yields[number] += (yield - yields[number]) / Self.memory
  }

  /// Every member once at first, in their order, and the first one `leads` times before each of the others; then by yield.
  private static func opening(_ count: Int) -> [Int] {
    let first = Array(repeating: 0, count: leads)
    return count == 1 ? [0] : (1..<count).flatMap { first + [$0] }
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
