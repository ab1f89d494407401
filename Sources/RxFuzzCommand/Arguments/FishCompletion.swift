/// The completions of fish.
enum FishCompletion {
  static func text(command: String) -> String {
    let function = "_" + Completions.function(command)
    let head = """
      # fish completions; made by `\(command) completions fish`. To use them: put this file into
      # ~/.config/fish/completions, as \(command).fish.
      function \(function)_words --description 'the words that are neither options nor their values'
        set -l skips 0
        set -l found
        for word in (commandline -opc)[2..-1]
          if test $skips = 1
            set skips 0
          else if contains -- $word \(Completions.optionsWithValue.joined(separator: " "))
            set skips 1
          else if not string match -q -- '-*' $word; and test (count $found) -lt 2
            set -a found $word
          end
        end
        echo "$found"
      end
      complete -c \(command) -f
      """
    let lines = Completions.states.flatMap { state in
      branch(state, command: command, function: function)
    }
    return ([head] + lines).joined(separator: "\n")
  }

  private static func branch(
    _ state: Completions.State, command: String, function: String
  ) -> [String] {
    let pattern = state.isWhole ? "^\(state.name)( |\\$)" : "^\(state.name)\\$"
    let start = "complete -c \(command) -n '\(function)_words | string match -qr -- \"\(pattern)\"'"
    var lines = Option.all.filter { state.candidates.contains($0.name) }.map { option in
      let value =
        switch option.completion {
        case _ where option.value == nil: ""
        case .nothing: " -x"
        case .files: " -rF"
        case .folders: " -xa '(__fish_complete_directories)'"
        case .words(let words): " -xa '\(words.joined(separator: " "))'"
        }
      let summary = (option.brief ?? option.help[0]).replacing("'", with: "\\'")
      return "\(start) -l \(option.name.dropFirst(2))\(value) -d '\(summary)'"
    }
    switch state.operand {
    case .file, .path, .files: lines.append("\(start) -F")
    case .folders: lines.append("\(start) -a '(__fish_complete_directories)'")
    case .none, .word: break
    }
    for word in state.candidates where !word.hasPrefix("-") {
      let row = CommandRow.all.first { $0.words == state.words + [word] }
      lines.append("\(start) -a \(word)" + (row.map { " -d '\($0.summary)'" } ?? ""))
    }
    return lines
  }
}
