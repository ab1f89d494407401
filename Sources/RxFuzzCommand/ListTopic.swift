import RxFuzzKit

/// What `list` can list.
enum ListTopic: String, CaseIterable {
  case invariants
  case operators
  case templates
  case strategies

  /// The list, one line for each row.
  func text(library: any LibraryUnderTest) -> String {
    switch self {
    case .invariants: Self.invariants(library)
    case .operators: Self.operators(library)
    case .templates: RaceTemplates.all.map(\.name).joined(separator: "\n")
    case .strategies: Self.table(StrategyTable.all.map { [$0.name, $0.summary] })
    }
  }

  private static func invariants(_ library: any LibraryUnderTest) -> String {
    table(
      Judge.invariants.map { invariant in
        let promised = library.promises.contains(invariant.name)
        return [
          invariant.name.rawValue,
          invariant.statement + (promised ? "" : " (not promised by \(library.name))"),
        ]
      })
  }

  private static func operators(_ library: any LibraryUnderTest) -> String {
    table(
      Catalogue.rows.map { row in
        var facts: [String] = []
        if row.traits.contains(.feed) { facts.append("driven by the script") }
        if row.traits.contains(.asynchronous) { facts.append("delivers on a queue") }
        if library.binding(forRow: row.name) == nil { facts.append("not in \(library.name)") }
        let inputs =
          row.inputs.lowerBound == row.inputs.upperBound
          ? "\(row.inputs.lowerBound)" : "\(row.inputs.lowerBound) to \(row.inputs.upperBound)"
        return [
          row.name, "inputs \(inputs)", "weight \(row.weight)", facts.joined(separator: ", "),
        ]
      })
  }

  /// Columns made even, two blanks between them.
  private static func table(_ rows: [[String]]) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += cell
        guard column + 1 < row.count, row[(column + 1)...].contains(where: { !$0.isEmpty }) else {
          break
        }
        line += String(repeating: " ", count: widths[column] - cell.count + 2)
      }
      return line
    }.joined(separator: "\n")
  }
}
