import ScheduleKit

/// The map of what a run has met, as a person reads it.
public enum CoverageReport {
  /// Operators that are named for each template that has not met them.
  private static let missingMax = 12

  /// A table of templates, what was not met of each, and the sums.
  public static func text(_ map: CoverageMap, goal: CoverageGoal) -> String {
    var rows = [["template", "operators", "pairs", "outcomes", "kinds of outcomes"]]
    var missing: [String] = []
    var (due, met, pairs, outcomes) = (0, 0, 0, 0)
    for (template, wanted) in goal.rows {
      let seen = map.rows(of: template)
      let unmet = wanted.filter { !seen.contains($0) }
      let kinds = map.classes(of: template)
      rows.append([
        template, "\(wanted.count - unmet.count)/\(wanted.count)", "\(map.links(of: template))",
        "\(map.outcomes(of: template))",
        OutcomeClasses.named.filter { kinds.contains($0.classes) }.map(\.name)
          .joined(separator: "; "),
      ])
      due += wanted.count
      met += wanted.count - unmet.count
      pairs += map.links(of: template)
      outcomes += map.outcomes(of: template)
      guard !unmet.isEmpty else { continue }
      let named = unmet.prefix(missingMax).joined(separator: ", ")
      let more = unmet.count > missingMax ? " and \(unmet.count - missingMax) more" : ""
      missing.append("not met    \(template): \(named)\(more)")
    }
    let total =
      "coverage   \(NumberWords.counted(map.scenarios, "scenario")), \(met) of \(due) pairs of "
      + "template and operator, \(NumberWords.grouped(UInt64(pairs))) triples with the operator "
      + "before, \(NumberWords.grouped(UInt64(outcomes))) with an outcome"
    return ([TextTable.text(rows)] + missing + undecidedLines(map.undecided) + [total])
      .joined(separator: "\n")
  }

  /// One line for each cause: how many, and what stands out among their graphs and races.
  private static func undecidedLines(_ map: UndecidedMap) -> [String] {
    UndecidedCause.Kind.allCases.compactMap { kind in
      guard let share = map.shares[kind] else { return nil }
      return "undecided  \(kind.name): \(NumberWords.counted(UInt64(share.total), "iteration")); "
        + "most with \(foremost(share.rows)); in \(foremost(share.templates))"
    }
  }

  private static func foremost(_ counts: [String: Int]) -> String {
    counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
      .prefix(missingMax)
      .map { "\($0.key) \(NumberWords.grouped(UInt64($0.value)))" }
      .joined(separator: ", ")
  }
}
