import ScheduleKit

/// What racing the primitives of a library showed, as a person reads it.
public enum PrimitiveReport {
  /// One failure with its script and the command that shows it again; one that is known takes one line.
  public static func text(
    _ found: PrimitiveCampaign.Found, seed: UInt64, command: String, style: TextStyle = .plain
  ) -> String {
    let title = "finding: \(found.invariant.rawValue) \(found.title)"
    let replay = replayCommand(found, seed: seed, command: command)
    if found.isKnown { return "\(style.failure(title)), known: \(replay)" }
    let progress = found.isToBeShrunk ? "\nshrinking ..." : ""
    return """
      \(style.failure(title))

      primitive \(found.script)\(progress)
      \(evidence(found))
      replay    \(replay)
      """
  }

  /// The same failure once its shrinking has ended: what is left of its script, and how it went.
  public static func shrunkText(
    _ found: PrimitiveCampaign.Found, seed: UInt64, command: String, style: TextStyle = .plain
  ) -> String {
    var lines = [style.failure("finding: \(found.invariant.rawValue) \(found.title)")]
    if let shrinking = found.shrinking { lines.append(shrinking.words) }
    lines += [
      "", "primitive \(found.script)", evidence(found),
      "replay    \(replayCommand(found, seed: seed, command: command))",
    ]
    return lines.joined(separator: "\n")
  }

  /// What is known of how it came about, between empty lines; an empty line where nothing is.
  private static func evidence(_ found: PrimitiveCampaign.Found) -> String {
    if found.details.isEmpty { return "" }
    let lines = FindingReport.shortened(found.details.joined(separator: "\n"))
    return (["\n"] + lines.map { "  \($0)\n" }).joined()
  }

  /// Races the script of its file again, or, where it has none, the primitives up to that script.
  static func replayCommand(
    _ found: PrimitiveCampaign.Found, seed: UInt64, command: String
  ) -> String {
    if let file = found.file {
      return "\(ShellText.quoted(command)) replay \(ShellText.quoted(file))"
    }
    let iterations =
      ((found.number ?? 0) + 1) * PrimitiveCampaign.racesOfScript * PrimitiveCampaign.primitivesMax
    return "\(ShellText.quoted(command)) primitives --seed \(seed) --iterations \(iterations)"
  }

  /// A table of the primitives, and every finding with its script.
  public static func text(
    _ report: PrimitiveCampaign.Summary, style: TextStyle = .plain
  ) -> String {
    let rows = report.rows.map { row in
      [
        row.primitive, NumberWords.grouped(UInt64(row.scripts)),
        NumberWords.grouped(UInt64(row.races)),
        NumberWords.grouped(UInt64(row.schedules)), "\(row.findings)",
      ]
    }
    var lines = [
      TextTable.text([["primitive", "scripts", "races", "schedules", "findings"]] + rows)
    ]
    for found in report.findings {
      lines.append(
        style.failure("finding    \(found.invariant.rawValue) \(found.title)"))
      lines.append("           \(found.script)")
      lines += found.details.map { "           \($0)" }
    }
    let count = report.findings.count
    lines.append(
      count == 0 ? style.success("findings   none") : style.failure("findings   \(count)"))
    return lines.joined(separator: "\n")
  }
}
