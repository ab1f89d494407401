/// A trace drawn as lanes: one column for each queue, one row for each record, time running down.
///
/// An action reads `next a 1`, a delivery `→ 1: next 1`. What contains something of another lane is
/// opened with `▸` and closed with `◂`; what contains nothing, or only rows of its own lane, which are
/// indented, has no closing row. The violating row is marked. `‖ before atomic store Sink.set Sink.swift:7` says that the
/// schedule leaves the lane there.
///
/// Of a long trace, such as one that goes on without end, the beginning, the end and what is around the violation are drawn.
public enum LaneDiagram {
  /// Rows from which on some are left out.
  static let rowsMax = 80
  /// Rows that are drawn then: at the beginning, and as many at the end.
  private static let rowsAtEnds = 24
  /// And on either side of the violation.
  private static let rowsAround = 8

  /// Draws the records of one run.
  /// - `violation`: position of the record to be marked.
  public static func draw(
    scenario: Scenario, records: [TraceRecord], violation: Int? = nil
  ) -> String {
    draw(LaneRows(scenario: scenario, records: records).rows, violation)
  }

  private static func draw(_ rows: [LaneRows.Row], _ violation: Int?) -> String {
    let lanes = Set(rows.map(\.lane)).sorted()
    let marked = violation.flatMap { place in rows.firstIndex { $0.covers.contains(place) } }
    let drawn = drawn(of: rows.count, around: marked)
    let widths = lanes.map { lane in
      drawn.map { rows[$0] }.filter { $0.lane == lane }.map(\.text.count)
        .reduce(LaneWords.lane(lane).count, max)
    }
    var lines = [line(lanes.map(LaneWords.lane), widths, mark: nil)]
    var next = 0
    for index in drawn {
      if index > next { lines.append("  ... \(index - next) more") }
      next = index + 1
      let row = rows[index]
      let isViolation = violation.map { row.covers.contains($0) } ?? false
      lines.append(
        line(
          lanes.map { $0 == row.lane ? row.text : "" }, widths,
          mark: isViolation ? "◀ violation" : nil))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The rows that are drawn, in their order.
  private static func drawn(of count: Int, around marked: Int?) -> [Int] {
    guard count > rowsMax else { return Array(0..<count) }
    return (0..<count).filter { index in
      index < rowsAtEnds || index >= count - rowsAtEnds
        || marked.map { abs($0 - index) <= rowsAround } ?? false
    }
  }

  /// Draws what a finding holds, with the violating row marked.
  public static func draw(_ finding: Finding) -> String {
    draw(rows(of: finding), place(of: finding))
  }

  /// The same, with no row marked: what the finding says stands above it.
  public static func drawUnmarked(_ finding: Finding) -> String { draw(rows(of: finding), nil) }

  /// The rows of a finding's trace, and of the switches of its schedule.
  static func rows(of finding: Finding) -> [LaneRows.Row] {
    LaneRows(
      scenario: finding.scenario, records: finding.records,
      switches: DrawnSwitches(finding).drawn
    ).rows
  }

  /// Position of the record that shows the violation, where one does.
  static func place(of finding: Finding) -> Int? {
    let judge = Judge(promises: [finding.invariant]).prepared(for: finding.scenario)
    var end = Trace.EndState()
    end.hung = finding.invariant == .disp2 || finding.invariant == .live1
    let trace = Trace(scenario: finding.scenario, records: finding.records, endState: end)
    return judge.place(of: finding.invariant, in: trace)
  }

  private static func line(_ cells: [String], _ widths: [Int], mark: String?) -> String {
    let columns = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: width - cell.count)
    }
    var line = "  " + columns.joined(separator: " │ ")
    if let mark { line += "   " + mark }
    while line.last == " " { line.removeLast() }
    return line
  }
}
