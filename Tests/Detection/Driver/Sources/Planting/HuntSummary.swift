import Foundation

/// What a whole table shows, in the words that the README repeats.
public struct HuntSummary: Sendable {
  /// The median of all runs must not exceed this many races, where there are as many runs as make it one.
  public static let racesMedianMax = 10_000
  /// Three of ten runs need more than `racesMedianMax` races: in a handful of runs it is chance on which side the middle is,
  /// among so many hardly ever.
  public static let runsOfMedianMin = 60

  private let rows: [HuntRow]
  private let seeds: [String]

  public init(_ rows: [HuntRow], seeds: [String]) {
    self.rows = rows
    self.seeds = seeds
  }

  /// Whether each mutant was found with each seed, in half of all runs soon enough where they are many.
  public var isGood: Bool {
    let races = rows.flatMap(\.races)
    return rows.allSatisfy(\.isFound)
      && (races.count < Self.runsOfMedianMin || (racesMedian ?? .max) <= Self.racesMedianMax)
  }

  /// The middle of all runs of all mutants.
  public var racesMedian: Int? { Median.of(rows.flatMap(\.races)) }

  /// Two or three lines.
  public var text: String {
    let found = rows.count(where: \.isFound)
    let count = seeds.count == 1 ? "seed \(seeds[0])" : "each of \(seeds.count) seeds"
    var lines = ["\(found) of \(rows.count) mutants found with \(count)"]
    if let median = racesMedian {
      lines[0] += "; races to the first finding: median \(median)"
      if let worst = rows.flatMap(\.races).compactMap({ $0 }).max() {
        lines[0] += ", most \(worst)"
      }
    }
    lines.append(
      "detected by " + judges.map { "\($0.name) \($0.count)" }.joined(separator: ", "))
    let missed = rows.filter { !$0.isFound }.map(\.mutant.name)
    if !missed.isEmpty {
      lines.append("not found with every seed: " + missed.joined(separator: ", "))
    }
    return lines.joined(separator: "\n")
  }

  /// How many mutants each invariant detected most often.
  private var judges: [(name: String, count: Int)] {
    var counts: [String: Int] = [:]
    for row in rows {
      if let judge = row.judges.first { counts[judge.name, default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (name: $0.key, count: $0.value) }
  }
}
