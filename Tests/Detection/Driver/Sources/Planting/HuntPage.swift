import Foundation

/// The table of the documentation: each mutant's races and seconds, plain and under ThreadSanitizer.
public struct HuntPage: Sendable {
  /// What one kind of build showed of all mutants.
  public struct Column: Sendable {
    public let build: Mutant.Build
    /// By the mutant's name.
    public let rows: [String: HuntRow]

    public init(build: Mutant.Build, rows: [HuntRow]) {
      self.build = build
      self.rows = Dictionary(rows.map { ($0.mutant.name, $0) }) { $1 }
    }
  }

  private let names: [String]
  private let columns: [Column]

  public init(names: [String], columns: [Column]) {
    self.names = names
    self.columns = columns
  }

  /// Markdown: a header, and a line for each mutant that a column holds.
  public var text: String {
    let heads = columns.map { column in
      let build = column.build == .sanitized ? "TSan: " : ""
      return "\(build)detected by | \(build)races | \(build)seconds"
    }
    var lines = [
      "| bug | \(heads.joined(separator: " | ")) |",
      "|---|\(String(repeating: "---|", count: columns.count * 3))",
    ]
    for name in names where columns.contains(where: { $0.rows[name] != nil }) {
      let cells = columns.map { Self.cells($0.rows[name]) }
      lines.append("| \(name) | \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n")
  }

  /// Judges, races and seconds of one row; the middle seed, a slash, the worst one.
  private static func cells(_ row: HuntRow?) -> String {
    guard let row, !row.outcomes.isEmpty else { return "- | - | -" }
    let count = row.outcomes.count
    let judges = row.judges.map { $0.count == count ? $0.name : "\($0.name) ×\($0.count)" }
    let missed = row.races.count { $0 == nil }
    let most = row.races.compactMap { $0 }.max()
    let worst =
      missed > 0 ? "not found with \(missed) of \(count)" : most.map(grouped) ?? "-"
    let races = Median.of(row.races).map(grouped) ?? "-"
    return [
      judges.isEmpty ? "-" : judges.joined(separator: " "), "\(races) / \(worst)",
      "\(Median.of(row.seconds).map(rounded) ?? "-") / \(row.seconds.max().map(rounded) ?? "-")",
    ].joined(separator: " | ")
  }

  private static func rounded(_ seconds: Double) -> String { String(format: "%.1f", seconds) }

  /// For example `12,800`.
  private static func grouped(_ number: Int) -> String {
    var text = "\(number)"
    var place = text.count - 3
    while place > 0 {
      text.insert(",", at: text.index(text.startIndex, offsetBy: place))
      place -= 3
    }
    return text
  }
}
