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
  /// Whether places are only listed.
  var lists = false

  static let usage = """
    usage: rxfuzz-mutate [--seed WORD] [--sample COUNT | --all] [--only TEXT ...] [--seconds N]
                         [--sanitized-seconds N] [--no-tests] [--results FILE] [--list]
    Breaks RxCore at one place at a time (a sample of 100 that the seed chooses), and runs rxfuzz with its
    defaults against each fault for at most 30 s. What it misses is run under ThreadSanitizer for at most 60 s
    (--sanitized-seconds 0: not at all), then shown to RxCore's own tests (--no-tests: not).
    Faults that nobody can observe are listed, with reasons, in Tests/Detection/Mutation/unobservable.txt.
    --only keeps places whose name contains TEXT. --results keeps outcomes in FILE, so that a run that was cut
    goes on. --list prints the places and changes nothing.
    exit codes: 0 no fault was missed that is not on the list, 1 some were, 64 bad usage, 70 the tool failed
    """

  struct UsageError: Error { let message: String }

  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--seed": seed = try Self.value(of: word, &rest)
      case "--sample": sample = try Self.number(of: word, &rest, from: 1)
      case "--all": sample = nil
      case "--only": only.append(try Self.value(of: word, &rest))
      case "--seconds": seconds = try Self.number(of: word, &rest, from: 1)
      case "--sanitized-seconds": sanitizedSeconds = try Self.number(of: word, &rest, from: 0)
      case "--no-tests": triesTests = false
      case "--results": results = try Self.value(of: word, &rest)
      case "--list": lists = true
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

  private static func number(
    of option: String, _ rest: inout ArraySlice<String>, from least: Int
  ) throws(UsageError) -> Int {
    let text = try value(of: option, &rest)
    guard let number = Int(text), number >= least else {
      throw UsageError(message: "\(option): `\(text)` is not a number from \(least)")
    }
    return number
  }
}
