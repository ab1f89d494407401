import RxFuzzKit

extension Arguments {
  /// Options of `coverage` and `primitives`.
  struct CoverageOptions: Equatable {
    var seed: SeedChoice?
    var iterations: UInt64?
    var timeSeconds: Int?
    var jobs: Int?
    var quiet = false

    static let accepted = ["--seed", "--iterations", "--time", "--jobs", "--quiet"]
    /// Primitives are raced in one process, and bounded by their number.
    static let acceptedByPrimitives = ["--seed", "--iterations", "--quiet"]
  }

  static func coverageOptions(
    _ words: Words, of command: String, accepting accepted: [String] = CoverageOptions.accepted
  ) throws(CommandFailure) -> CoverageOptions {
    for name in words.names where !accepted.contains(name) {
      throw .usage("\(name) is not accepted by \(command) (see --help)")
    }
    if let extra = words.plain.dropFirst().first {
      throw .usage("\(quoted(extra)) is not accepted: \(command) takes no file")
    }
    return CoverageOptions(
      seed: try seed(words), iterations: try iterations(words), timeSeconds: try time(words),
      jobs: try jobs(words), quiet: words.has("--quiet"))
  }
}
