import ScheduleKit

/// The heat map of operators and race templates, and what was not met.
enum CoverageSection {
  static func html(_ table: CoverageTable) -> String {
    let missing = table.templates.filter { !$0.missing.isEmpty }
    var parts = [
      "<p>\(NumberWords.counted(table.scenarios, "scenario")) met \(table.met) of \(table.due) pairs of "
        + "race and operator. A cell says how many kinds of outcomes were seen: an end or none, with "
        + "elements or without.</p>",
      legend(table), HTMLText.scrolling(map(table), label: "Operators and races"),
    ]
    if missing.isEmpty {
      parts.append("<p>Every pair was met.</p>")
    } else {
      parts.append(
        HTMLText.folded(
          "Not met: \(table.due - table.met) of \(table.due) pairs",
          HTMLText.list(
            missing.map { template in
              (template.name, HTMLText.escaped(template.missing.joined(separator: ", ")))
            })))
    }
    return parts.joined(separator: "\n")
  }

  private static func legend(_ table: CoverageTable) -> String {
    let kinds = (1...OutcomeClasses.named.count).map { "<span class=\"h\($0)\">\($0)</span>" }
    return "<p class=\"legend\" aria-hidden=\"true\"><span class=\"h0\">0</span> not met "
      + kinds.joined() + " kinds of outcomes <span class=\"none\">·</span> does not apply</p>"
  }

  private static func map(_ table: CoverageTable) -> String {
    let heads = table.templates.map {
      "<th scope=\"col\"><span>\(HTMLText.escaped($0.name))</span></th>"
    }
    let wanted = table.templates.map { Set($0.wanted) }
    let rows = table.operators.map { row in
      let cells = zip(table.templates, wanted).map { template, wanted in
        cell(template.cells[row]?.classes ?? 0, isWanted: wanted.contains(row))
      }
      return "<tr><th scope=\"row\">\(HTMLText.escaped(row))</th>\(cells.joined())</tr>"
    }
    return "<table class=\"heat\">\n<thead><tr><td></td>\(heads.joined())</tr></thead>\n<tbody>\n"
      + rows.joined(separator: "\n") + "\n</tbody>\n</table>"
  }

  private static func cell(_ classes: UInt8, isWanted: Bool) -> String {
    let kinds = classes.nonzeroBitCount
    if kinds == 0, !isWanted { return "<td class=\"none\">·</td>" }
    return "<td class=\"h\(kinds)\">\(kinds)</td>"
  }
}
