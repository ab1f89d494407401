/// The completions of zsh.
enum ZshCompletion {
  static func text(command: String) -> String {
    """
    #compdef \(command)
    # zsh completions; made by `\(command) completions zsh`. To use them: put this file into a folder of $fpath, as
    # _\(command).
    local place found=
    local -a commands options
    for ((place = 2; place < CURRENT; place++)); do
      case $words[place] in
        \(Completions.optionsWithValue.joined(separator: "|"))) ((place++)) ;;
        -*) ;;
        *) [[ $found == *" "* ]] || found="${found:+$found }$words[place]" ;;
      esac
    done
    case $found in
    \(Completions.states.map(branch).joined(separator: "\n"))
    esac
    """
  }

  private static func branch(_ state: Completions.State) -> String {
    let pattern = state.words.isEmpty ? "''" : "'\(state.name)'\(state.isWhole ? "*" : "")"
    let options = Option.all.filter { state.candidates.contains($0.name) }.map(specification)
    let arguments = "_arguments \(options.joined(separator: " "))"
    let before = state.words.enumerated().map { " '\($0.offset + 1): :(\($0.element))'" }.joined()
    if !state.isWhole {
      let place = state.words.count + 1
      return "  \(pattern)) \(arguments)\(before) '\(place):command:(\(plain(state)))' ;;"
    }
    let operand =
      switch state.operand {
      case .none: ""
      case .file, .path, .files: " '*:file:_files'"
      case .folders: " '*:folder:_files -/'"
      case .word(let name, _): " '*:\(name.lowercased()):(\(plain(state)))'"
      }
    return "  \(pattern)) \(arguments)\(before)\(operand) ;;"
  }

  private static func plain(_ state: Completions.State) -> String {
    state.candidates.filter { !$0.hasPrefix("-") }.joined(separator: " ")
  }

  private static func specification(_ option: Option) -> String {
    let summary = (option.brief ?? option.help[0]).map { character in
      switch character {
      case "'": "'\\''"
      case ":", "[", "]", "\\": "\\\(character)"
      default: String(character)
      }
    }.joined()
    let value =
      switch option.completion {
      case _ where option.value == nil: ""
      case .nothing: ": :"
      case .files: ":file:_files"
      case .folders: ":folder:_files -/"
      case .words(let words):
        ":\(option.value?.lowercased() ?? ""):(\(words.joined(separator: " ")))"
      }
    return "'\(option.name)\(option.value == nil ? "" : "=")[\(summary)]\(value)'"
  }
}
