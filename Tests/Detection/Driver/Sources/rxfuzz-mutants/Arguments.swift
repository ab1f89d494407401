/// What `rxfuzz-mutants` accepts.
struct Arguments {
  var seed = "42"
  var iterations = "1e6"
  /// How many mutants to hunt, spread over the list; nil hunts all.
  var sample: Int?
  /// Names of mutants; empty hunts all.
  var only: [String] = []

  static let usage = """
    usage: rxfuzz-mutants [--seed SEED] [--iterations N] [--sample COUNT] [--only NAME ...]
    Plants every bug of Tests/Detection/Mutants into a copy of RxCore and runs rxfuzz against each.
    exit codes: 0 all found, 1 one survived, 64 bad usage, 70 a mutant does not fit or the tool failed
    """

  struct UsageError: Error { let message: String }

  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--seed": seed = try Self.value(of: word, &rest)
      case "--iterations": iterations = try Self.value(of: word, &rest)
      case "--only": only.append(try Self.value(of: word, &rest))
      case "--sample":
        let text = try Self.value(of: word, &rest)
        guard let count = Int(text), count > 0 else {
          throw UsageError(message: "--sample: `\(text)` is not a positive number")
        }
        sample = count
      default: throw UsageError(message: "`\(word)` is not an option")
      }
    }
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst() else {
      throw UsageError(message: "\(option) needs a value")
    }
    return value
  }
}
