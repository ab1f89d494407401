/// One row of the table of strategies.
public struct StrategyRow: Sendable {
  /// As on the command line, in reports and in replay strings.
  public let name: String
  /// One line for a list of strategies.
  public let summary: String
  /// What it gets of a portfolio, beside the others.
  public let share: Int
  /// Whether runs that nobody judges show it what there is to choose from before its first one.
  public let profiles: Bool
  /// Makes one that draws from that seed and learns from that profile.
  public let make: @Sendable (_ seed: UInt64, _ profile: ScheduleProfile) -> any ScheduleStrategy

  init(
    name: String, summary: String, share: Int = 1, profiles: Bool = true,
    make: @escaping @Sendable (_ seed: UInt64, _ profile: ScheduleProfile) -> any ScheduleStrategy
  ) {
    self.name = name
    self.summary = summary
    self.share = share
    self.profiles = profiles
    self.make = make
  }
}

/// The table of strategies: a new one is one file and one row.
public enum StrategyTable {
  /// Strategies that draw schedules by chance, for as long as they are asked to.
  public static let sampling: [StrategyRow] = [
    StrategyRow(
      name: "uniform", summary: "any enabled task, before every operation"
    ) { seed, _ in UniformStrategy(seed: seed) },
    StrategyRow(
      name: "walk", summary: "the running task goes on, a switch before one of 8 operations"
    ) { seed, _ in RandomWalkStrategy(seed: seed) },
    StrategyRow(
      name: "pct", summary: "random priorities, lowered at 1 to 5 random points (PCT)"
    ) { seed, profile in PCTStrategy(seed: seed, profile: profile) },
    StrategyRow(
      name: "pos", summary: "random priorities of operations, new ones after a conflict (POS)",
      share: 3
    ) { seed, _ in POSStrategy(seed: seed) },
    StrategyRow(
      name: "urw", summary: "every interleaving of a profiled run equally likely (URW)"
    ) { seed, profile in URWStrategy(seed: seed, profile: profile) },
    StrategyRow(
      name: "surw", summary: "every order of a few interesting operations equally likely (SURW)",
      share: 3
    ) { seed, profile in SURWStrategy(seed: seed, profile: profile) },
    StrategyRow(
      name: "directed", summary: "conflicting operations meet in an order drawn for the run",
      share: 14
    ) { seed, profile in RaceDirectedStrategy(seed: seed, profile: profile) },
  ]

  /// Strategies that try every schedule, and end.
  public static let searching: [StrategyRow] = [
    StrategyRow(
      name: "dfs", summary: "every schedule with at most 0, 1, 2, 3 preemptions"
    ) { _, _ in BoundedSearchStrategy() },
    StrategyRow(
      name: "dpor", summary: "one schedule of every class that differs in independent operations"
    ) { _, _ in DPORStrategy() },
  ]

  /// What explores where nothing else is asked for: all that sample, by yield.
  public static let portfolio = StrategyRow(
    name: "portfolio", summary: "all strategies that draw by chance, more of those that yield",
    profiles: false
  ) { seed, profile in
    var generator = SeededGenerator(seed: seed)
    // The larger its share, the sooner it has its first run; equal ones keep the order of the table.
    let rows = sampling.enumerated()
      .sorted { ($1.element.share, $0.offset) < ($0.element.share, $1.offset) }.map(\.element)
    let members = rows.map { $0.make(generator.next(), profile) }
    return PortfolioStrategy(
      members, shares: rows.map(\.share), starts: [AlternatingStrategy()], seed: generator.next())
  }

  /// Checks the tool rather than the library: a schedule that does not repeat is an error of the run.
  public static let checking = StrategyRow(
    name: "twice", summary: "the portfolio, every schedule twice: what does not repeat is an error",
    profiles: false
  ) { seed, profile in
    RepeatStrategy(
      StaleReads(portfolio.make(seed, profile), seed: seed), forgivesFirst: true)
  }

  public static let all = [portfolio] + sampling + searching + [checking]

  /// The row with that name.
  public static func row(named name: some StringProtocol) -> StrategyRow? {
    all.first { $0.name == name }
  }
}
