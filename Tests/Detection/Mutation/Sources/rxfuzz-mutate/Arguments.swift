import Planting

/// What `rxfuzz-mutate` accepts.
struct Arguments {
  /// Chooses the sample; also the seed of every run.
  var seed = "1"
  /// How many places are broken; nil: all of them.
  var sample: Int? = 100
  /// Only places whose identifier contains one of these; empty: no such bound.
  var only: [String] = []
  var seconds = 30
  /// Under ThreadSanitizer, for what the first run missed; 0 leaves that out.
  var sanitizedSeconds = 60
  /// Whether RxCore's own tests are tried on what is left.
  var triesTests = true
  /// Where outcomes are kept; those that the file holds are not sought again.
  var results: String?
  /// Whether faults on the list are taken for unobservable without a hunt.
  var trusts = false
  /// The smallest share, in percent, of what is not on the list that must be found.
  var foundMin = 100
  /// The library that is broken, and its checkout; nil: RxCore.
  var library: MutatedLibrary?
  var path = ""
  /// How long, for each of so many seeds, the unbroken library is raced first.
  var baselineSeconds = 120
  var baselineSeeds = 3
  /// Whether places are only listed.
  var lists = false
  /// Whether it is only found out which places compile.
  var diagnoses = false

  static let usage = """
    usage: rxfuzz-mutate [--seed WORD] [--sample COUNT | --all] [--only TEXT ...] [--seconds N]
                         [--sanitized-seconds N] [--no-tests] [--trust-list] [--results FILE]
                         [--found-min PERCENT] [--list] [--diagnose]
                         [--library NAME --path CHECKOUT [--baseline-seconds N] [--baseline-seeds N]]
    Breaks RxCore at one place at a time (a sample of 100 that the seed chooses), and runs rxfuzz with its
    defaults against each fault for at most 30 s. What it misses is run under ThreadSanitizer for at most 60 s
    (--sanitized-seconds 0: not at all), then shown to RxCore's own tests (--no-tests: not).
    Faults that nobody can observe are listed, with reasons, in Tests/Detection/Mutation/unobservable.txt;
    with --trust-list they are not hunted.
    --only keeps places whose name contains TEXT. --results keeps outcomes in FILE, so that a run that was cut
    goes on. --list prints the places and changes nothing, --diagnose counts those that do not compile.
    All that are not on the list must be found, or at least PERCENT of them with --found-min.
    --library breaks a copy of that checkout of \(MutatedLibrary.all.map { $0.name }.joined(separator: ", ")) in RxCore's place. The
    unbroken library is raced first, for 120 s with each of 3 seeds: a fault is found by what that has not shown.
    exit codes: 0 they were, and none on the list was; 1 they were not, or one was; 64 bad usage;
    70 the tool failed
    """

  init(_ words: [String]) throws(OptionReader.UsageError) {
    var reader = OptionReader(words)
    while let word = reader.next() {
      switch word {
      case "--seed": seed = try reader.value(of: word)
      case "--sample": sample = try reader.number(of: word)
      case "--all": sample = nil
      case "--only": only.append(try reader.value(of: word))
      case "--seconds": seconds = try reader.number(of: word)
      case "--sanitized-seconds": sanitizedSeconds = try reader.number(of: word, from: 0)
      case "--no-tests": triesTests = false
      case "--trust-list": trusts = true
      case "--results": results = try reader.value(of: word)
      case "--found-min": foundMin = try reader.number(of: word, from: 0)
      case "--library": library = try Self.library(try reader.value(of: word))
      case "--path": path = try reader.value(of: word)
      case "--baseline-seconds": baselineSeconds = try reader.number(of: word)
      case "--baseline-seeds": baselineSeeds = try reader.number(of: word)
      case "--list": lists = true
      case "--diagnose": diagnoses = true
      default: throw reader.refusal(of: word)
      }
    }
    if library != nil, path.isEmpty {
      throw OptionReader.UsageError(message: "--library needs --path, its checkout")
    }
  }

  private static func library(
    _ name: String
  ) throws(OptionReader.UsageError) -> MutatedLibrary {
    guard let row = MutatedLibrary.named(name) else {
      throw OptionReader.UsageError(message: "--library: `\(name)` is none that can be broken")
    }
    return row
  }
}
