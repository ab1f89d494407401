/// What racing the parts of a library showed, as a person reads it.
public enum PartReport {
  /// A table of the parts, the growth of operators that has been watched, and every finding with its script.
  public static func text(
    _ report: PartCampaign.Report, growth: [GrowthCheck.Report], style: TextStyle = .plain
  ) -> String {
    let rows = report.rows.map { row in
      [
        row.part, NumberWords.grouped(UInt64(row.scripts)), NumberWords.grouped(UInt64(row.races)),
        NumberWords.grouped(UInt64(row.schedules)), "\(row.findings)",
      ]
    }
    var lines = [TextTable.text([["part", "scripts", "races", "schedules", "findings"]] + rows)]
    if let most = growth.max(by: { $0.bytes < $1.bytes }) {
      lines.append(
        "growth     \(Int(most.bytes)) bytes an inner subscription at most, in "
          + "\(NumberWords.counted(UInt64(growth.count), "operator"))")
    }
    for found in report.findings {
      lines.append(
        style.alarming("finding    \(found.invariant.rawValue) \(found.message)"))
      lines.append("           \(found.script)")
      lines += found.details.map { "           \($0)" }
    }
    for leak in growth where leak.isLeak {
      lines.append(
        style.alarming(
          "finding    \(InvariantName.leak1.rawValue) \(leak.row) keeps \(Int(leak.bytes)) bytes of "
            + "each inner subscription that has ended"))
    }
    let count = report.findings.count + growth.count(where: \.isLeak)
    lines.append(
      count == 0 ? style.calm("findings   none") : style.alarming("findings   \(count)"))
    return lines.joined(separator: "\n")
  }
}
