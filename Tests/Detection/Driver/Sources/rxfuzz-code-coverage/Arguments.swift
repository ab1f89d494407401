import Planting

/// What `rxfuzz-code-coverage` accepts.
struct Arguments {
  var seed = "1"
  var iterations = "1e6"
  /// Whether the build of an earlier run is used as it is.
  var skipsBuild = false
  /// Whether memory errors are looked for, too.
  var sanitizesAddresses = false

  static let usage = """
    usage: rxfuzz-code-coverage [--seed SEED] [--iterations N] [--sanitize-addresses] [--skip-build]
    Makes N races (by default 1e6) of the ordinary run in a build that counts what is run of RxCore, and prints the
    functions and lines that were reached, by file, and the functions that were not.
    What need not be reached is listed, with reasons, in Tests/Detection/unreached.txt.
    --sanitize-addresses races under AddressSanitizer, with free races alone; then a finding counts, too.
    exit codes: 0 the list names exactly what was not reached, 1 it does not or there was a finding, 64 bad usage,
    70 the tool failed
    """

  init(_ words: [String]) throws(OptionReader.UsageError) {
    var reader = OptionReader(words)
    while let word = reader.next() {
      switch word {
      case "--seed": seed = try reader.value(of: word)
      case "--iterations": iterations = try reader.value(of: word)
      case "--sanitize-addresses": sanitizesAddresses = true
      case "--skip-build": skipsBuild = true
      default: throw reader.refusal(of: word)
      }
    }
  }
}
