import Planting

/// What `rxfuzz-mutants` accepts.
struct Arguments {
  /// Each mutant is hunted once with each.
  var seeds = ["1", "2", "3", "4", "5"]
  var iterations = "1e6"
  /// The same under ThreadSanitizer, where a race costs ten times as much.
  var sanitizedIterations = "1e5"
  /// After how many seconds a run ends, found or not; nil lets it make all its races.
  var seconds: Int?
  /// How many mutants to hunt, spread over the list; nil hunts all.
  var sample: Int?
  /// Names of mutants; empty hunts all.
  var only: [String] = []
  /// Whether all are hunted under ThreadSanitizer, too.
  var sanitizes = false
  /// Whether the hunt without it is left out.
  var sanitizesOnly = false
  /// Whether emitted tests are tried instead of hunting for a table.
  var emits = false
  /// Where outcomes are kept; those that the file holds are not hunted for again.
  var results: String?
  /// Whether only the documentation's table of what is kept is printed.
  var printsPage = false
  /// Whether the builds of an earlier run are used as they are.
  var skipsBuild = false

  static let usage = """
    usage: rxfuzz-mutants [--seeds SEED,SEED ...] [--iterations N] [--sample COUNT] [--only NAME ...]
                          [--sanitize | --sanitize-only] [--sanitized-iterations N]
                          [--seconds N] [--results FILE [--page]] [--skip-build]
           rxfuzz-mutants --emit [--only NAME ...] [--seeds SEED]
    Plants every bug of Tests/Detection/Mutants into a copy of RxCore and runs rxfuzz against each, once
    with each seed (by default five), for at most N races (1e6). --sanitize hunts all of them under
    ThreadSanitizer, too, for at most 1e5.
    --seconds ends a run after so many, too.
    --results keeps each outcome in FILE and takes those that it holds as they are, so that a hunt that was
    cut goes on; --page prints the documentation's table of them instead. --skip-build uses the planted copy
    as an earlier run has built it.
    --emit tries the Swift tests that rxfuzz emits for what it finds of three of them, or of those named:
    each must fail against its bug and pass on the shipped core.
    exit codes: 0 all found, 1 one survived, 64 bad usage, 70 a mutant does not fit or the tool failed
    """

  struct UsageError: Error { let message: String }

  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--seeds":
        seeds = try Self.value(of: word, &rest).split(separator: ",").map(String.init)
        if seeds.isEmpty { throw UsageError(message: "--seeds: there is no seed in it") }
      case "--iterations": iterations = try Self.value(of: word, &rest)
      case "--only": only.append(try Self.value(of: word, &rest))
      case "--sample":
        let text = try Self.value(of: word, &rest)
        guard let count = Int(text), count > 0 else {
          throw UsageError(message: "--sample: `\(text)` is not a positive number")
        }
        sample = count
      case "--seconds":
        let text = try Self.value(of: word, &rest)
        guard let count = Int(text), count > 0 else {
          throw UsageError(message: "--seconds: `\(text)` is not a positive number")
        }
        seconds = count
      case "--sanitized-iterations": sanitizedIterations = try Self.value(of: word, &rest)
      case "--sanitize": sanitizes = true
      case "--sanitize-only": (sanitizes, sanitizesOnly) = (true, true)
      case "--emit": emits = true
      case "--results": results = try Self.value(of: word, &rest)
      case "--page": printsPage = true
      case "--skip-build": skipsBuild = true
      default: throw UsageError(message: "`\(word)` is not an option")
      }
    }
    if printsPage, results == nil { throw UsageError(message: "--page needs --results") }
  }

  /// The bound on races in a build of that kind.
  func iterations(in build: Mutant.Build) -> String {
    switch build {
    case .release: iterations
    case .sanitized: sanitizedIterations
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
