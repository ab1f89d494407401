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

  /// Nil where a word is not accepted.
  init?(_ words: some Sequence<String>) {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      switch word {
      case "--seeds", "--jobs":
        guard let count = words.popFirst().flatMap({ Int($0) }), count > 0 else { return nil }
        if word == "--seeds" { seeds = count } else { jobs = count }
      case "--only":
        guard let name = words.popFirst() else { return nil }
        only.append(name)
      case "--skip-build": skipsBuild = true
      case "--resume": resumes = true
      default: return nil
      }
    }
  }
}
