import Foundation

/// The table that a hunt prints, row by row as it goes: races to the first finding with each seed.
public struct HuntTable: Sendable {
  private let nameWidth: Int
  private let seeds: [String]
  private static let numberWidth = 9
  private static let judgesWidth = 24

  public init(names: [String], seeds: [String]) {
    nameWidth = (names + ["mutant"]).map(\.count).max() ?? 0
    self.seeds = seeds
  }

  public var header: String {
    line(
      "mutant", seeds.map { "seed \($0)" }, median: "median", seconds: "seconds", judges: "judges",
      kind: "kind")
  }

  /// One mutant's row; further lines where a seed did not find it, an invariant detected it that nobody expected,
  /// or the tool failed.
  public func row(_ row: HuntRow) -> String {
    let races = zip(row.outcomes, row.races).map { outcome, races in
      switch outcome {
      case .found: races.map { "\($0)" } ?? "found"
      case .missed: "MISSED"
      case .broken: "BROKEN"
      }
    }
    let judges = row.judges.map {
      $0.count == row.outcomes.count ? $0.name : "\($0.name) ×\($0.count)"
    }
    var lines = [
      line(
        row.mutant.name, races, median: Median.of(row.races).map { "\($0)" } ?? "-",
        seconds: Median.of(row.seconds).map { String(format: "%.2f", $0) } ?? "-",
        judges: judges.joined(separator: " "), kind: row.mutant.kind)
    ]
    if !row.isFound || !row.unexpected.isEmpty {
      lines.append("  expected \(row.mutant.detectedBy.joined(separator: " or "))")
    }
    lines += row.failures.map { "  \($0)" }
    return lines.joined(separator: "\n")
  }

  private func line(
    _ name: String, _ races: [String], median: String, seconds: String, judges: String,
    kind: String
  ) -> String {
    var cells = [name.padding(toLength: nameWidth, withPad: " ", startingAt: 0)]
    cells += (races + [median, seconds]).map {
      String(repeating: " ", count: max(0, Self.numberWidth - $0.count)) + $0
    }
    cells.append(
      judges.padding(
        toLength: max(Self.judgesWidth, judges.count), withPad: " ", startingAt: 0))
    return (cells + [kind]).joined(separator: "  ")
  }
}
