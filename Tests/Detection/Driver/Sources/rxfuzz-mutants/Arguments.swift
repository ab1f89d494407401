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

  init(_ words: [String]) throws(OptionReader.UsageError) {
    var reader = OptionReader(words)
    while let word = reader.next() {
      switch word {
      case "--seeds":
        seeds = try reader.value(of: word).split(separator: ",").map(String.init)
        if seeds.isEmpty {
          throw OptionReader.UsageError(message: "--seeds: there is no seed in it")
        }
      case "--iterations": iterations = try reader.value(of: word)
      case "--only": only.append(try reader.value(of: word))
      case "--sample": sample = try reader.number(of: word)
      case "--seconds": seconds = try reader.number(of: word)
      case "--sanitized-iterations": sanitizedIterations = try reader.value(of: word)
      case "--sanitize": sanitizes = true
      case "--sanitize-only": (sanitizes, sanitizesOnly) = (true, true)
      case "--emit": emits = true
      case "--results": results = try reader.value(of: word)
      case "--page": printsPage = true
      case "--skip-build": skipsBuild = true
      default: throw reader.refusal(of: word)
      }
    }
    if printsPage, results == nil {
      throw OptionReader.UsageError(message: "--page needs --results")
    }
  }

  /// The bound on races in a build of that kind.
  func iterations(in build: Mutant.Build) -> String {
    switch build {
    case .release: iterations
    case .sanitized: sanitizedIterations
    }
  }
}
