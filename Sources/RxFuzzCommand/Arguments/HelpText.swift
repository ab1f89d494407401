import RxFuzzKit

/// The help pages. Each fits a terminal of 80 columns and 24 lines.
enum HelpText {
  /// The page of some commands, or of the tool where none is named.
  static func page(of rows: [CommandRow], command: String, library: String) -> String {
    rows.isEmpty ? overview(command: command, library: library) : text(rows, command: command)
  }

  /// The page of the tool.
  static func overview(command: String, library: String) -> String {
    let rows = CommandRow.all.map { ["  " + $0.usage, $0.summary] }
    return """
      Races events against disposal in graphs of \(library).

      usage: \(command) [COMMAND] [options]
      \(TextTable.text(rows))

      `\(command) COMMAND --help` lists its options, `\(command) manual` has everything.
      """
  }

  /// The page of some commands.
  static func text(_ rows: [CommandRow], command: String) -> String {
    rows.map { page($0, command: command) }.joined(separator: "\n\n")
  }

  private static func page(_ row: CommandRow, command: String) -> String {
    let options = row.optionRows
    let usage = "usage: \(command) \(row.usage)\(options.isEmpty ? "" : " [options]")"
    var lines = ["\(usage)", sentence(row.summary)] + row.details
    if case .word(_, let words) = row.operand {
      lines.append("Accepted are \(words.joined(separator: ", ")).")
    }
    if !options.isEmpty {
      lines += [
        "", TextTable.text(options.map { ["  \($0.usage)", $0.brief ?? $0.help[0]] }),
      ]
    }
    return lines.joined(separator: "\n")
  }

  /// With a capital letter and a full stop.
  static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
