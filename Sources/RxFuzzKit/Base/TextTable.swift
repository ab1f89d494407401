/// Columns made even, two blanks between them.
public enum TextTable {
  /// One line for each row; blanks at its end are left out.
  public static func text(_ rows: [[String]]) -> String {
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
