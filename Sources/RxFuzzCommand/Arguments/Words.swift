import RxFuzzKit

/// The arguments taken apart: options with their values, and the words between them.
struct Words {
  private var options: [(name: String, value: String?)] = []
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

  /// Adds an option as `--name`, `--name value` or `--name=value`.
  private mutating func add(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(CommandFailure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = word == "-h" ? "--help" : String(parts[0])
    guard let option = Option.named(name) else {
      let accepted = WordSuggestion.sentence(for: name, among: Option.all.map(\.name))
      throw .usage("\(Arguments.quoted(name)) is no option: \(accepted)")
    }
    if has(name) { throw .usage("\(name) is given twice") }
    guard let valueName = option.value else {
      if parts.count == 2 {
        throw .usage(
          "\(name) takes no value: \(Arguments.quoted(String(parts[1]))) is not accepted")
      }
      options.append((name, nil))
      return
    }
    if parts.count == 2 {
      options.append((name, String(parts[1])))
    } else if let value = rest.first, Option.named(value) == nil {
      rest.removeFirst()
      options.append((name, value))
    } else {
      throw .usage("\(name) needs a value: give `\(name) \(valueName)`")
    }
  }
}
