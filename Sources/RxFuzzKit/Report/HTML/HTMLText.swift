/// Texts as they may stand in HTML that is well-formed XML, too.
enum HTMLText {
  /// The text with its marks escaped; what no page can hold becomes `?`.
  static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _
      where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0xFFFE
        || scalar.value == 0xFFFF:
        result += "?"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A region that can be scrolled sideways, by keyboard, too.
  static func scrolling(_ content: String, label: String) -> String {
    "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"\(escaped(label))\">\n"
      + content + "\n</div>"
  }

  /// A table; cells are HTML already.
  /// - Parameter numbers: columns that are set to the right.
  static func table(
    _ head: [String], _ rows: [[String]], numbers: Set<Int> = [], caption: String
  ) -> String {
    func mark(_ column: Int) -> String { numbers.contains(column) ? " class=\"number\"" : "" }
    let title = head.enumerated().map { "<th scope=\"col\"\(mark($0.offset))>\($0.element)</th>" }
    let body = rows.map { row in
      let cells = row.enumerated().map { column, cell in
        column == 0
          ? "<th scope=\"row\"\(mark(0))>\(cell)</th>" : "<td\(mark(column))>\(cell)</td>"
      }
      return "<tr>\(cells.joined())</tr>"
    }
    let table =
      "<table>\n<caption>\(escaped(caption))</caption>\n<thead><tr>\(title.joined())</tr></thead>\n"
      + "<tbody>\n\(body.joined(separator: "\n"))\n</tbody>\n</table>"
    return scrolling(table, label: caption)
  }

  /// Names and values below each other.
  static func list(_ entries: [(name: String, value: String)]) -> String {
    "<dl>\n"
      + entries.map { "<div><dt>\(escaped($0.name))</dt><dd>\($0.value)</dd></div>" }
      .joined(separator: "\n") + "\n</dl>"
  }

  /// Something long that is opened by hand.
  static func folded(_ title: String, _ content: String) -> String {
    "<details>\n<summary>\(escaped(title))</summary>\n\(content)\n</details>"
  }

  /// A text set as it is written.
  static func listing(_ text: String, label: String) -> String {
    "<pre role=\"region\" tabindex=\"0\" aria-label=\"\(escaped(label))\"><code>"
      + escaped(text) + "</code></pre>"
  }
}
