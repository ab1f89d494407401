/// What `rxfuzz-code-coverage` accepts.
struct Arguments {
  var seed = "1"
  var iterations = "1e6"
  /// Whether the build of an earlier run is used as it is.
  var skipsBuild = false

  static let usage = """
    usage: rxfuzz-code-coverage [--seed SEED] [--iterations N] [--skip-build]
    Makes N races (by default 1e6) of the ordinary run in a build that counts what is run of RxCore, and prints the
    functions and lines that were reached, by file, and the functions that were not.
    What need not be reached is listed, with reasons, in Tests/Detection/unreached.txt.
    exit codes: 0 the list names exactly what was not reached, 1 it does not, 64 bad usage, 70 the tool failed
    """

  struct UsageError: Error { let message: String }

  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--seed": seed = try Self.value(of: word, &rest)
      case "--iterations": iterations = try Self.value(of: word, &rest)
      case "--skip-build": skipsBuild = true
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
