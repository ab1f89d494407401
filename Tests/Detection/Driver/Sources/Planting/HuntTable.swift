import Foundation

/// The table that a hunt prints, row by row as it goes.
public struct HuntTable: Sendable {
  private let nameWidth: Int

  public init(names: [String]) { nameWidth = names.map(\.count).max() ?? 0 }

  public var header: String {
    row(["mutant", "verdict", "judge", "races", "seconds", "kind"])
  }

  /// One mutant's row; a second line where it was not found, or by a judge that nobody expected.
  public func row(for mutant: Mutant, _ outcome: Hunt.Outcome) -> String {
    switch outcome {
    case .found(let invariant, let races, let seconds):
      let line = row([
        mutant.name, "found", invariant, races.map { "\($0)" } ?? "-", Self.text(seconds),
        mutant.kind,
      ])
      return mutant.rings.contains(invariant)
        ? line : "\(line)\n  expected \(mutant.rings.joined(separator: " or "))"
    case .missed(let seconds):
      return row([mutant.name, "MISSED", "-", "-", Self.text(seconds), mutant.kind])
        + "\n  expected \(mutant.rings.joined(separator: " or "))"
    case .broken(let why):
      return row([mutant.name, "BROKEN", "-", "-", "-", mutant.kind]) + "\n  \(why)"
    }
  }

  private static func text(_ seconds: Double) -> String { String(format: "%.2f", seconds) }

  private func row(_ cells: [String]) -> String {
    let widths = [nameWidth, 7, 8, 9, 7, 0]
    return zip(cells, widths).map { cell, width in
      cell.padding(toLength: max(width, cell.count), withPad: " ", startingAt: 0)
    }
    .joined(separator: "  ")
  }
}
