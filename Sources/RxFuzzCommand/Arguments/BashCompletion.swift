/// The completions of bash.
enum BashCompletion {
  static func text(command: String) -> String {
    let function = Completions.function(command)
    return """
      # bash completions; made by `\(command) completions bash`. To use them: source this file, or put it where
      # bash-completion looks, as share/bash-completion/completions/\(command).
      \(function)() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} place found= words= kind=words
        # An equals sign is a word of its own here.
        [[ $word == = ]] && word=
        [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD-2]}
        for ((place = 1; place < COMP_CWORD; place++)); do
          case ${COMP_WORDS[place]} in
            \(Completions.optionsWithValue.joined(separator: "|")))
              [[ ${COMP_WORDS[place+1]} == = ]] && ((place++))
              ((place++)) ;;
            -*|=) ;;
            *) [[ $found == *" "* ]] || found="${found:+$found }${COMP_WORDS[place]}" ;;
          esac
        done
        case $before in
      \(values)
          *)
            case $found in
      \(commands)
            esac ;;
        esac
        local IFS=$'\\n'
        case $kind in
          files) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$word")) ;;
          folders) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$word")) ;;
          words) COMPREPLY=($(IFS=' ' compgen -W "$words" -- "$word")) ;;
        esac
      }
      complete -F \(function) \(command)
      """
  }

  private static var values: String {
    Option.all.filter { $0.value != nil }.map { option in
      let what =
        switch option.completion {
        case .nothing: "kind=nothing"
        case .files: "kind=files"
        case .folders: "kind=folders"
        case .words(let words): "words='\(words.joined(separator: " "))'"
        }
      return "    \(option.name)) \(what) ;;"
    }.joined(separator: "\n")
  }

  private static var commands: String {
    Completions.states.map { state in
      let pattern = state.words.isEmpty ? "''" : "'\(state.name)'\(state.isWhole ? "*" : "")"
      let kind =
        switch state.operand {
        case .file, .path, .files: "\n            [[ $word == -* ]] || kind=files"
        case .folders: "\n            [[ $word == -* ]] || kind=folders"
        case .none, .word: ""
        }
      return "        \(pattern)) words='\(state.candidates.joined(separator: " "))'\(kind) ;;"
    }.joined(separator: "\n")
  }
}
