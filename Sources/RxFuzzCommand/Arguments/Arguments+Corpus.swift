import RxFuzzKit

extension Arguments {
  /// Options of `corpus`.
  struct CorpusOptions: Equatable {
    enum Task: Equatable {
      case list
      case minimize
      /// Folders to take in.
      case merge([String])
    }
    var task: Task
    var corpus: String?
    var iterations: UInt64?
    var jobs: Int?
    var quiet = false

    static let accepted = ["--corpus"]
    static let acceptedByMinimize = accepted + ["--iterations", "--jobs", "--quiet"]
  }

  static func corpusOptions(_ words: Words) throws(CommandFailure) -> CorpusOptions {
    let tasks = "accepted are list, minimize and merge FOLDER ..."
    guard words.plain.count > 1 else { throw .usage("corpus needs a task: \(tasks)") }
    let rest = Array(words.plain.dropFirst(2))
    var accepted = CorpusOptions.accepted
    let task: CorpusOptions.Task
    switch words.plain[1] {
    case "list": task = .list
    case "minimize": (task, accepted) = (.minimize, CorpusOptions.acceptedByMinimize)
    case "merge" where rest.isEmpty: throw .usage("corpus merge needs a folder to take in")
    case "merge": task = .merge(rest)
    case let word: throw .usage("\(quoted(word)) is no task of corpus: \(tasks)")
    }
    if words.plain[1] != "merge", let extra = rest.first {
      throw .usage("\(quoted(extra)) is one word too many: corpus \(words.plain[1]) takes none")
    }
    if let name = words.names.first(where: { !accepted.contains($0) }) {
      throw .usage("\(name) is not accepted by corpus \(words.plain[1]) (see --help)")
    }
    return CorpusOptions(
      task: task, corpus: try corpus(words), iterations: try iterations(words),
      jobs: try jobs(words), quiet: words.has("--quiet"))
  }
}
