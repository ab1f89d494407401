/// A finding as a person reads it: what was violated, where, how it went, and how to see it again.
public enum FindingReport {
  /// Lines of a process's last words or backtraces that are shown.
  public static let detailLinesMax = 60

  /// - `ordinal`: its place among the findings of the run, from 1.
  /// - `command`: how this tool was called, for the replay command.
  public static func text(
    _ found: CampaignFinding, ordinal: Int, command: String, style: TextStyle = .plain
  ) -> String {
    var lines = [title(found, ordinal, style)]
    if let invariant = Judge.invariants.first(where: { $0.name == found.finding.invariant }) {
      lines.append(style.faint("the contract: \(invariant.statement)"))
    }
    lines += scenarioLines(found)
    if found.isToBeShrunk {
      // The trace is drawn once it is small; until then the scenario and its place are all there is to lose.
      lines.append("shrinking ...")
    } else {
      lines += evidenceLines(found)
    }
    lines += placeLines(found, command)
    return lines.joined(separator: "\n")
  }

  /// The same finding once its shrinking has ended: what is left of it, and how it went.
  /// - `isPhrased`: whether the library's adapter can write scenarios as tests.
  public static func shrunkText(
    _ found: CampaignFinding, ordinal: Int, command: String, isPhrased: Bool,
    style: TextStyle = .plain
  ) -> String {
    var lines = [title(found, ordinal, style)]
    if let shrinking = found.shrinking { lines.append(shrinking.words) }
    lines += scenarioLines(found) + evidenceLines(found)
    lines += placeLines(found, command)
    if isPhrased, let file = found.file {
      lines.append(
        "test      \(ShellText.quoted(command)) emit \(ShellText.quoted(file)) > RaceTests.swift")
    }
    return lines.joined(separator: "\n")
  }

  /// A failure that the corpus has held before, found again: one line.
  public static func knownText(
    _ found: CampaignFinding, ordinal: Int, command: String, style: TextStyle = .plain
  ) -> String {
    title(found, ordinal, style) + ", known: \(replayCommand(found, command: command))"
  }

  private static func title(
    _ found: CampaignFinding, _ ordinal: Int, _ style: TextStyle
  ) -> String {
    let finding = found.finding
    return style.failure("finding \(ordinal): \(finding.invariant.rawValue) \(found.title)")
  }

  private static func scenarioLines(_ found: CampaignFinding) -> [String] {
    let finding = found.finding
    return [
      "", trimmed(ScenarioCodec.print(CorpusFile(finding.scenario, schedule: finding.schedule))),
    ]
  }

  /// The trace, and what the process said.
  private static func evidenceLines(_ found: CampaignFinding) -> [String] {
    let finding = found.finding
    var lines: [String] = []
    if !finding.records.isEmpty {
      lines.append("")
      lines.append(
        trimmed(LaneDiagram.drawUnmarked(finding)))
    }
    let details = trimmed(DrawnSwitches(finding).rest.joined(separator: "\n"))
    if !details.isEmpty {
      lines.append("")
      lines += shortened(details).map { "  \($0)" }
    }
    return lines
  }

  private static func placeLines(_ found: CampaignFinding, _ command: String) -> [String] {
    var lines = [""]
    if let seed = found.finding.seed, let iteration = found.finding.iteration {
      lines.append("found     seed \(seed), iteration \(iteration)")
    }
    lines.append("replay    \(replayCommand(found, command: command))")
    return lines
  }

  /// The one command that shows the finding again.
  public static func replayCommand(_ found: CampaignFinding, command: String) -> String {
    if let file = found.file {
      return "\(ShellText.quoted(command)) replay \(ShellText.quoted(file))"
    }
    guard let seed = found.finding.seed, let iteration = found.finding.iteration else {
      return "save the scenario above as a file, then \(ShellText.quoted(command)) replay FILE"
    }
    return "\(ShellText.quoted(command)) --seed \(seed) --iterations \(iteration + 1)"
      + "   # the scenario was not saved"
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while let last = text.last, last.isNewline { text.removeLast() }
    return String(text)
  }

  /// The end of a crash's words says most, the beginning of a backtrace too: the middle goes.
  static func shortened(_ text: String) -> [String] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { $0.filter { !$0.isASCIIControl } }
    guard lines.count > detailLinesMax else { return lines }
    let half = detailLinesMax / 2
    return lines.prefix(half) + ["... \(lines.count - 2 * half) lines left out ..."]
      + lines.suffix(half)
  }
}

extension Character {
  /// A character that could move a terminal's cursor or change its state; tabulators are harmless.
  fileprivate var isASCIIControl: Bool {
    guard let value = asciiValue else { return false }
    return value < 32 && value != 9 || value == 127
  }
}
