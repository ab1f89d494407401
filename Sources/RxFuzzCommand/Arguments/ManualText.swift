import RxFuzzKit

/// The manual page, in the language of `man`.
enum ManualText {
  static func text(command: String, library: String) -> String {
    let title = command.uppercased()
    var lines = [
      ".\\\" Made by `\(command) manual`.",
      ".TH \(escaped(title)) 1 \"\" \"\(escaped(command)) \(ToolVersion.text)\"",
      ".SH NAME",
      "\(escaped(command)) \\- a concurrency fuzzer for reactive libraries, here for \(library)",
      ".SH SYNOPSIS",
      ".B \(escaped(command))",
      "[\\fICOMMAND\\fR] [\\fIoptions\\fR]",
      ".SH DESCRIPTION",
    ]
    lines += description.map(escaped)
    lines += [".SH COMMANDS"] + CommandRow.all.flatMap(commandLines)
    lines += [".SH OPTIONS"] + Option.all.flatMap(optionLines)
    lines += [".SH FILES"] + files
    lines += [".SH ENVIRONMENT"] + environment
    lines += [".SH EXIT STATUS"] + ExitCode.allCases.flatMap { item(String($0.rawValue), $0.words) }
    return lines.joined(separator: "\n")
  }

  private static let description = [
    "It generates operator graphs, races their events against disposal on dispatch queues, and judges every trace.",
    "Beside one of eight graphs it races a disposable or a scheduler on its own.",
    "A finding is saved in the corpus, whose scenarios are raced at the start of every run, made as small as it gets,",
    "and printed with the command that replays it.",
    "So is a script that a disposable or a scheduler failed in, but replay and shrink race it on real threads only:",
    "it is explored by `primitives` alone.",
    "SIGINT, SIGTERM, SIGHUP and SIGQUIT end a run within a second, with its summary.",
    "`worker` is what the tool starts itself: it ends with 0, 85 (not started by the tool), 86 (hung) or 87 (as 71).",
  ]

  private static var files: [String] {
    item("corpus/LIBRARY/RULE/NAME.rxf", "A saved scenario with its failure.")
      + item(
        ProjectFile.name,
        "Values of a project's options, as one JSON object: `{\"jobs\": 2, \"quiet\": true}`. It is looked for in the "
          + "working folder and in those above it, up to the one that holds `.git`. Its names are those of the options "
          + "without the dashes. A name holds for every command that takes the option; in an object under a command's "
          + "name it holds for that one only. What the command line says outweighs it. Files and folders are named "
          + "from the folder that it lies in. `config` prints what is in force.")
  }

  private static var environment: [String] {
    item("NO_COLOR", "Where it is set and not empty, nothing is coloured.")
      + item(
        "TERM", "`dumb` is no terminal: lines of progress instead of a block that is written anew.")
      + item("COLUMNS", "The width of the terminal where the terminal does not give it.")
  }

  private static func commandLines(_ row: CommandRow) -> [String] {
    var text = [HelpText.sentence(row.summary)] + row.details
    if case .word(_, let words) = row.operand {
      text.append("Accepted are \(words.joined(separator: ", ")).")
    }
    let names = row.optionRows.map(\.name)
    if row.words == CommandRow.main.words || row.name == "config" {
      text.append("It takes all options but those that are for other commands.")
    } else if !names.isEmpty {
      text.append("Options: \(names.joined(separator: ", ")).")
    }
    return item(row.usage, text.joined(separator: " "))
  }

  private static func optionLines(_ option: Option) -> [String] {
    item(option.usage, option.help.joined(separator: " "))
  }

  private static func item(_ name: String, _ text: String) -> [String] {
    [
      ".TP", ".B \(escaped(name))",
      escaped(text.split(whereSeparator: \.isWhitespace).joined(separator: " ")),
    ]
  }

  /// As text: no character of it is a command to `man`.
  private static func escaped(_ text: String) -> String {
    let line = text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "`": "\\(ga"
      case "'": "\\(aq"
      default: String(character)
      }
    }.joined()
    return line.hasPrefix(".") ? "\\&" + line : line
  }
}
