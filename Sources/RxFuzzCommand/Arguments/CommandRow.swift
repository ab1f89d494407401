import RxFuzzKit

/// One command of the tool: a row of the table that the help pages, the manual, the completions and the messages about
/// mistyped commands are made of.
struct CommandRow: Sendable {
  /// What stands behind the command's words.
  enum Operand: Sendable, Equatable {
    case none
    /// A `.rxf` file.
    case file
    /// Such a file, or a folder of them.
    case path
    case folders
    case files
    /// One of a few words; how they are called together.
    case word(String, [String])

    /// As usage lines show it.
    var text: String {
      switch self {
      case .none: ""
      case .file: " FILE"
      case .path: " PATH"
      case .folders: " FOLDER ..."
      case .files: " FILE ..."
      case .word(let name, _): " \(name)"
      }
    }
  }

  /// One or two words.
  let words: [String]
  let operand: Operand
  /// One line.
  let summary: String
  /// Sentences for its page and the manual.
  let details: [String]
  /// Names of the options that it takes.
  let options: [String]

  init(
    _ words: String, _ operand: Operand = .none, _ summary: String, details: [String] = [],
    options: [String] = []
  ) {
    self.words = words.split(separator: " ").map(String.init)
    self.operand = operand
    self.summary = summary
    self.details = details
    self.options = options
  }

  var name: String { words.joined(separator: " ") }
  /// As it is typed, without options.
  var usage: String { name + operand.text }
  /// Its options as rows, in the order of the table of options.
  var optionRows: [Option] { Option.all.filter { options.contains($0.name) } }

  /// The main job, which needs no word.
  static let main = CommandRow(
    "run", .none, "race the corpus, then generated graphs (default)",
    options: Option.all.map(\.name).filter {
      !(Arguments.ProveOptions.own + Arguments.ReplayOptions.own + Option.everywhere).contains($0)
    })

  static let all: [CommandRow] = [
    main,
    CommandRow(
      "replay", .file, "race a saved scenario until it fails",
      details: [
        "A saved schedule is repeated; without one it is raced until it fails."
      ],
      options: Option.all.filter { $0.isForReplay && !Option.everywhere.contains($0.name) }
        .map(\.name)),
    CommandRow(
      "shrink", .file, "make what a file holds as small as it gets",
      options: Arguments.ShrinkOptions.accepted),
    CommandRow(
      "prove", .path, "run every schedule of small saved scenarios",
      options: Arguments.ProveOptions.accepted),
    CommandRow("emit", .file, "print a saved scenario as a Swift test of the library"),
    CommandRow(
      "corpus list", .none, "name every saved scenario and its failure",
      options: Arguments.CorpusOptions.accepted),
    CommandRow(
      "corpus minimize", .none, "race all; remove what fails no more, or like another",
      options: Arguments.CorpusOptions.acceptedByMinimize),
    CommandRow(
      "corpus merge", .folders, "take in what other corpora hold",
      options: Arguments.CorpusOptions.accepted),
    CommandRow(
      "report merge", .files, "join the .json reports of shards",
      options: Arguments.ReportOptions.accepted),
    CommandRow(
      "coverage", .none, "race, and print what has been met",
      options: Arguments.CoverageOptions.accepted),
    CommandRow(
      "primitives", .none, "race disposables and schedulers on their own",
      options: Arguments.CoverageOptions.acceptedByPrimitives),
    CommandRow("selftest", .none, "check in seconds that planted defects are detected"),
    CommandRow(
      "list", .word("TOPIC", ListTopic.allCases.map(\.rawValue)),
      "print invariants, operators, templates or strategies"),
    CommandRow(
      "config", .none, "say which values are in force for a run, and why",
      details: [
        "Values come from the command line, the project's \(ProjectFile.name), or defaults."
      ], options: main.options),
    CommandRow(
      "completions", .word("SHELL", CompletionShell.allCases.map(\.rawValue)),
      "print the completions of bash, zsh or fish"),
    CommandRow("manual", .none, "print the manual page, for `man -l -`"),
  ]

  /// The rows whose names begin with those words; of words that only some rows have, what fits.
  static func rows(beginningWith words: [String]) -> [CommandRow] {
    guard let first = words.first else { return [] }
    let named = all.filter { $0.words.first == first }
    let exact = named.filter { words.starts(with: $0.words) }
    return exact.isEmpty ? named : exact
  }

  /// Words that a command line may begin with.
  static var firstWords: [String] {
    all.reduce(into: []) { words, row in
      if let word = row.words.first, !words.contains(word) { words.append(word) }
    }
  }
}

/// The shells that `completions` knows.
enum CompletionShell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}
