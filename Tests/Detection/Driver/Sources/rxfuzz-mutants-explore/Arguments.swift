import Planting

/// What the command line asks for.
struct Arguments {
  /// Seeds of the counts of schedules.
  var seeds = 20
  /// Mutants that are hunted at the same time.
  var jobs = 2
  var only: [String] = []
  /// Whether what was planted and built before is good enough.
  var skipsBuild = false
  /// Whether mutants that an earlier run has found a scenario for are left out.
  var resumes = false

  static let usage =
    "usage: rxfuzz-mutants-explore [--seeds COUNT] [--jobs COUNT] [--skip-build] [--resume] "
    + "[--only NAME ...]"

  init(_ words: [String]) throws(OptionReader.UsageError) {
    var reader = OptionReader(words)
    while let word = reader.next() {
      switch word {
      case "--seeds": seeds = try reader.number(of: word)
      case "--jobs": jobs = try reader.number(of: word)
      case "--only": only.append(try reader.value(of: word))
      case "--skip-build": skipsBuild = true
      case "--resume": resumes = true
      default: throw reader.refusal(of: word)
      }
    }
  }
}
