import RxFuzzKit

/// The arguments taken apart: options with their values, and the words between them.
struct Words {
  /// Where an option was said.
  enum Source: Equatable {
    case commandLine
    /// In the project's file of that path.
    case project(String)
  }

  private var options: [(name: String, value: String?, source: Source)] = []
  /// Words that are neither an option nor its value, in order.
  private(set) var plain: [String] = []

  init(_ arguments: [String]) throws(CommandFailure) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        plain.append(word)
        continue
      }
      try add(word, &rest)
    }
  }

  /// Names of the options given, in order.
  var names: [String] { options.map(\.name) }
  func has(_ name: String) -> Bool { options.contains { $0.name == name } }
  func value(of name: String) -> String? { options.first { $0.name == name }?.value }
  func source(of name: String) -> Source? { options.first { $0.name == name }?.source }

  /// Takes in what a project says to that command; the command line outweighs it.
  mutating func fill(from file: ProjectFile, for command: CommandRow) {
    for value in file.values(for: command) where command.options.contains(value.option) {
      // The seed of a campaign that goes on is its own.
      if value.option == "--seed", has("--resume") { continue }
      if !has(value.option) { options.append((value.option, value.text, .project(file.path))) }
    }
  }

  /// The failure, with the file's name where it is about what the file says.
  func placed(_ failure: CommandFailure) -> CommandFailure {
    for option in options {
      guard case .project(let path) = option.source, failure.message.hasPrefix("\(option.name): ")
      else { continue }
      let message = "\(PathText.shown(path)): \(failure.message.dropFirst(2))"
      return CommandFailure(code: failure.code, message: message)
    }
    return failure
  }

  /// Adds an option as `--name`, `--name value` or `--name=value`.
  private mutating func add(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(CommandFailure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = word == "-h" ? "--help" : String(parts[0])
    guard let option = Option.named(name) else {
      let accepted = WordSuggestion.nearestSentence(for: name, among: Option.all.map(\.name))
      throw .usage("\(Arguments.quoted(name)) is no option: \(accepted)")
    }
    if has(name) { throw .usage("\(name) is given twice") }
    guard let valueName = option.value else {
      if parts.count == 2 {
        throw .usage(
          "\(name) takes no value: \(Arguments.quoted(String(parts[1]))) is not accepted")
      }
      options.append((name, nil, .commandLine))
      return
    }
    if parts.count == 2 {
      options.append((name, String(parts[1]), .commandLine))
    } else if let value = rest.first, Option.named(value) == nil {
      // Mistyped options are no names of files; one that begins so is given behind an equals sign.
      if value.hasPrefix("--") {
        throw .usage(
          "\(name) needs a value: \(Arguments.quoted(value)) looks like an option; "
            + "give `\(name)=\(valueName)`")
      }
      rest.removeFirst()
      options.append((name, value, .commandLine))
    } else {
      throw .usage("\(name) needs a value: give `\(name) \(valueName)`")
    }
  }
}
