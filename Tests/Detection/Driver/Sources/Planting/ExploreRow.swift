/// What explore needs to show one mutant, beside other ways.
public struct ExploreRow: Hashable, Sendable, Codable {
  /// Seeds with which each way was to be tried.
  public struct Wanted: Hashable, Sendable, Codable {
    public var schedules: Int
    public var races: Int
    public init(schedules: Int, races: Int) {
      self.schedules = schedules
      self.races = races
    }
  }

  public var mutant: String
  /// The invariant that detected the bug in the scenario; nil where none was found.
  public var judge: String?
  public var wanted: Wanted
  public var portfolio: [TrialOutcome] = []
  public var walk: [TrialOutcome] = []
  public var races: [TrialOutcome] = []
  public var seconds = 0.0
  /// Schedules that the median may be.
  public static let medianMax = 50

  public init(mutant: String, judge: String?, wanted: Wanted) {
    self.mutant = mutant
    self.judge = judge
    self.wanted = wanted
  }

  public static let header = """
    | bug | judge | portfolio | random walk | free races | seconds |
    |---|---|---|---|---|---|
    """

  /// As a row of that table.
  public var line: String {
    let cells =
      if let judge {
        [
          mutant, judge, summary.words, TrialSummary(walk, wanted: wanted.schedules).words,
          TrialSummary(races, wanted: wanted.races).words,
        ]
      } else {
        [mutant, "-", "no scenario was found for it", "", ""]
      }
    return "| " + (cells + ["\(Int(seconds.rounded()))"]).joined(separator: " | ") + " |"
  }

  /// What the portfolio came to.
  public var summary: TrialSummary { TrialSummary(portfolio, wanted: wanted.schedules) }

  /// Whether the portfolio found it with every seed, and soon enough with half of them.
  public var isGood: Bool { summary.isComplete && (summary.median ?? .max) <= Self.medianMax }

  /// Why trials failed: faults of the tool, each once.
  public var faults: [String] {
    var all: [String] = []
    for fault in [portfolio, walk, races].flatMap({ TrialSummary($0).faults })
    where !all.contains(fault) {
      all.append(fault)
    }
    return all
  }

  /// The last row of each mutant, in the order in which these came.
  public static func latest(_ rows: [ExploreRow]) -> [ExploreRow] {
    var latest: [ExploreRow] = []
    for row in rows {
      latest.removeAll { $0.mutant == row.mutant }
      latest.append(row)
    }
    return latest
  }

  /// A few lines that say what a table comes to.
  public static func summary(of rows: [ExploreRow]) -> String {
    let found = rows.filter(\.summary.isComplete)
    let medians = rows.map(\.summary.median)
    let soon = medians.count { ($0 ?? .max) <= medianMax }
    var lines = [
      "the portfolio found \(found.count) of \(rows.count) with every seed; "
        + "\(soon) medians are at most \(medianMax)"
    ]
    if let median = Median.of(medians), let most = rows.compactMap(\.summary.most).max() {
      lines.append("median of all medians \(median), most \(most)")
    }
    let others = rows.filter { !$0.isGood }.map(\.mutant)
    if !others.isEmpty { lines.append("outside of the bounds: " + others.joined(separator: ", ")) }
    for row in rows {
      for fault in row.faults { lines.append("\(row.mutant): \(fault)") }
    }
    return lines.joined(separator: "\n")
  }
}
