/// What may stand where, for the completions of every shell.
enum Completions {
  /// A place on the command line: behind some words.
  struct State {
    let words: [String]
    /// Words that may follow.
    var candidates: [String]
    var operand = CommandRow.Operand.none
    /// Whether those words are a whole command.
    let isWhole: Bool
    var name: String { words.joined(separator: " ") }
  }

  static func text(_ shell: CompletionShell, command: String) -> String {
    switch shell {
    case .bash: BashCompletion.text(command: command)
    case .zsh: ZshCompletion.text(command: command)
    case .fish: FishCompletion.text(command: command)
    }
  }

  /// The name of a shell's function for that command.
  static func function(_ command: String) -> String {
    "_" + command.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
  }

  static var optionsWithValue: [String] { Option.all.filter { $0.value != nil }.map(\.name) }

  /// Longer ones first: the first that fits is the one.
  static var states: [State] {
    var states: [State] = []
    for row in CommandRow.all {
      var candidates = row.options + Option.everywhere
      if case .word(_, let words) = row.operand { candidates = words + candidates }
      states.append(
        State(words: row.words, candidates: candidates, operand: row.operand, isWhole: true))
    }
    for (first, seconds) in tasks {
      states.append(State(words: [first], candidates: seconds + ["--help"], isWhole: false))
    }
    states.append(
      State(
        words: [],
        candidates: CommandRow.firstWords + CommandRow.main.options + Option.everywhere,
        isWhole: false))
    return states
  }

  /// Words that do not make a command alone, with those that do beside them.
  static var tasks: [(word: String, tasks: [String])] {
    CommandRow.firstWords.compactMap { first in
      let tasks = CommandRow.all.filter { $0.words.first == first }.compactMap {
        $0.words.dropFirst().first
      }
      return tasks.isEmpty ? nil : (first, tasks)
    }
  }
}
