/// Figures side by side, a column for each contender.
struct Table {
  private static let nameWidth = 38
  private static let cellWidth = 15

  static func header(_ title: String, _ columns: [String]) -> String {
    line(title, columns)
  }

  static func row(_ name: String, _ values: [Double?]) -> String {
    line(name, values.map { $0.map(text) ?? "-" })
  }

  private static func line(_ name: String, _ cells: [String]) -> String {
    name + String(repeating: " ", count: max(0, nameWidth - name.count))
      + cells.map { String(repeating: " ", count: max(1, cellWidth - $0.count)) + $0 }.joined()
  }

  // One decimal where it says something.
  private static func text(_ value: Double) -> String {
    if value >= 100 { return "\(Int(value.rounded()))" }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
