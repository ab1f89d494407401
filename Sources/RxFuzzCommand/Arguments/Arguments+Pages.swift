import RxFuzzKit

extension Arguments {
  /// Where a value of a run comes from.
  struct ConfigEntry: Equatable {
    let option: Option
    /// Nil: it is not given.
    let value: String?
    let source: Words.Source?

    static func == (first: ConfigEntry, second: ConfigEntry) -> Bool {
      first.option.name == second.option.name && first.value == second.value
        && first.source == second.source
    }
  }

  /// What `config` prints: the values of a run, after each of them was checked.
  static func config(
    _ words: Words, project: ProjectFile?
  ) throws(CommandFailure) -> Arguments {
    try refuseWords(words, behind: CommandRow.main.words.count, of: "config")
    _ = try fuzzOptions(words)
    let entries = CommandRow.main.optionRows.map { option in
      ConfigEntry(
        option: option,
        value: words.has(option.name) ? words.value(of: option.name) ?? "on" : nil,
        source: words.source(of: option.name))
    }
    return .config(entries, projectPath: project?.path)
  }

  static func completions(_ words: Words) throws(CommandFailure) -> CompletionShell {
    if let name = words.names.first {
      throw .usage("\(name) is not accepted by completions (see completions --help)")
    }
    let accepted = CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")
    guard words.plain.count > 1 else {
      throw .usage("completions needs a shell: accepted are \(accepted)")
    }
    guard let shell = CompletionShell(rawValue: words.plain[1]) else {
      throw .usage("\(quoted(words.plain[1])) is no shell that is known: accepted are \(accepted)")
    }
    try refuseWords(words, behind: 2, of: "completions")
    return shell
  }

  static func manual(_ words: Words) throws(CommandFailure) -> Arguments {
    if let name = words.names.first {
      throw .usage("\(name) is not accepted by manual (see manual --help)")
    }
    try refuseWords(words, behind: 1, of: "manual")
    return .manual
  }

  /// Refuses what stands behind so many words.
  static func refuseWords(
    _ words: Words, behind count: Int, of command: String
  ) throws(CommandFailure) {
    guard let extra = words.plain.dropFirst(count).first else { return }
    throw .usage("\(quoted(extra)) is one word too many for \(command) (see \(command) --help)")
  }

  /// A word that no command begins with.
  static func unknownCommand(_ word: String) -> CommandFailure {
    let meant = WordSuggestion.nearestSentence(for: word, among: CommandRow.firstWords)
    return .usage("\(quoted(word)) is no command: \(meant) (see --help)")
  }
}
