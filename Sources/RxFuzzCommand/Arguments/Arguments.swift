import RxFuzzKit
import ScheduleKit

/// What the command line asks for.
enum Arguments {
  case fuzz(FuzzOptions)
  case replay(ReplayOptions)
  case shrink(ShrinkOptions)
  case prove(ProveOptions)
  /// The file.
  case emit(String)
  case corpus(CorpusOptions)
  case coverage(CoverageOptions)
  case primitives(CoverageOptions)
  case report(ReportOptions)
  case list(ListTopic)
  case selfTest
  /// With the words that it was asked of.
  case help([CommandRow])
  case config([ConfigEntry], projectPath: String?)
  case completions(CompletionShell)
  case manual
  case version

  /// Options of the main job.
  struct FuzzOptions: Equatable {
    /// Nil: to be drawn.
    var seed: SeedChoice?
    var iterations: UInt64?
    var timeSeconds: Int?
    var jobs: Int?
    /// Nil: as the library and the build allow.
    var engine: EngineChoice?
    var strategy: String?
    var memory: MemoryModel?
    var corpus: String?
    var known: String?
    var failsFast = false
    /// 0: findings stay as they are found.
    var shrinkSeconds: Int?
    var resumes = false
    /// Nil: as the environment says, or all of it.
    var shard: CampaignShard?
    var memoryMegabytes: Int?
    var reporting = ReportingOptions()
    var quiet = false
  }

  /// Options of `replay`.
  struct ReplayOptions: Equatable {
    var file: String
    var seed: SeedChoice?
    var iterations: UInt64?
    var timeSeconds: Int?
    var jobs: Int?
    var engine: EngineChoice?
    var strategy: String?
    var memory: MemoryModel?
    var reporting = ReportingOptions()
    /// Whether every outcome is listed, instead of the first failure.
    var gradesOutcomes = false
    var quiet = false

    static let own = ["--outcomes"]
  }

  /// Options of `shrink`.
  struct ShrinkOptions: Equatable {
    var file: String
    var shrinkSeconds: Int?
    var quiet = false

    static let accepted = ["--shrink-seconds", "--quiet"]
  }

  /// Options of `prove`.
  struct ProveOptions: Equatable {
    var file: String
    /// Preemptions; nil: all schedules, by reduction.
    var bound: Int?
    var schedules: Int?
    var memory: MemoryModel?
    var gradesOutcomes = false
    var quiet = false

    static let own = ["--bound", "--schedules"]
    static let accepted = own + ["--memory", "--outcomes", "--quiet"]
  }

  /// A seed, and the text that stands for it.
  struct SeedChoice: Equatable {
    var value: UInt64
    var text: String
  }

  /// Longest time that shrinking one finding may be given: a day.
  static let shrinkSecondsMax = 86_400
  /// Most preemptions, and most schedules, that a proof may be asked for.
  static let preemptionsMax = 100
  static let schedulesMax = 1_000_000_000
  /// Most memory that one of them may be allowed: a terabyte.
  static let memoryMegabytesMax = 1_048_576
  /// Most worker processes that may be asked for.
  static let jobsMax = 256

  /// Reads the arguments after the command's name.
  /// - Parameter project: finds what a project says; asked only where a command takes options.
  static func parse(
    _ arguments: [String],
    project: () throws(CommandFailure) -> ProjectFile? = { () throws(CommandFailure) in nil }
  ) throws(CommandFailure) -> Arguments {
    var words = try Words(arguments)
    let rows = CommandRow.rows(beginningWith: words.plain)
    if words.has("--help") { return .help(rows) }
    if words.has("--version") { return .version }
    let row = words.plain.isEmpty ? CommandRow.main : rows.first
    guard let row, rows.count <= 1, !row.options.isEmpty else {
      return try command(words, project: nil)
    }
    let file = try project()
    if let file { words.fill(from: file, for: row) }
    do throws(CommandFailure) { return try command(words, project: file) } catch {
      throw words.placed(error)
    }
  }

  private static func command(
    _ words: Words, project: ProjectFile?
  ) throws(CommandFailure) -> Arguments {
    switch words.plain.first {
    case nil: return .fuzz(try fuzzOptions(words))
    case "run":
      try refuseWords(words, behind: 1, of: "run")
      return .fuzz(try fuzzOptions(words))
    case "replay": return .replay(try replayOptions(words))
    case "shrink": return .shrink(try shrinkOptions(words))
    case "coverage": return .coverage(try coverageOptions(words, of: "coverage"))
    case "primitives":
      return .primitives(
        try coverageOptions(
          words, of: "primitives", accepting: CoverageOptions.acceptedByPrimitives))
    case "prove": return .prove(try proveOptions(words))
    case "emit": return .emit(try emitFile(words))
    case "corpus": return .corpus(try corpusOptions(words))
    case "report": return .report(try reportOptions(words))
    case "list": return .list(try listTopic(words))
    case "config": return try config(words, project: project)
    case "completions": return .completions(try completions(words))
    case "manual": return try manual(words)
    case "selftest":
      if let word = words.names.first ?? words.plain.dropFirst().first {
        throw .usage("\(quoted(word)) is not accepted by selftest: it takes nothing")
      }
      return .selfTest
    case let word?: throw unknownCommand(word)
    }
  }

  static func fuzzOptions(_ words: Words) throws(CommandFailure) -> FuzzOptions {
    for name in words.names where ProveOptions.own.contains(name) {
      throw .usage("\(name) is for prove only (see --help)")
    }
    for name in words.names where ReplayOptions.own.contains(name) {
      throw .usage("\(name) is for replay and prove only (see --help)")
    }
    var options = FuzzOptions()
    options.seed = try seed(words)
    options.iterations = try iterations(words)
    options.timeSeconds = try time(words)
    options.jobs = try jobs(words)
    options.engine = try engine(words)
    options.strategy = try strategy(words)
    options.memory = try memory(words)
    options.corpus = try corpus(words)
    options.known = words.value(of: "--known")
    options.reporting = try reporting(words)
    options.resumes = words.has("--resume")
    options.shard = try ShardWords.shard(words)
    options.memoryMegabytes = try whole(words, "--memory-limit-megabytes", 16...memoryMegabytesMax)
    options.failsFast = words.has("--fail-fast")
    options.shrinkSeconds = try shrinkSeconds(words)
    options.quiet = words.has("--quiet")
    return options
  }

  private static func replayOptions(_ words: Words) throws(CommandFailure) -> ReplayOptions {
    for name in words.names where Option.named(name)?.isForReplay == false {
      throw .usage("\(name) is not accepted by replay (see --help)")
    }
    return ReplayOptions(
      file: try onlyFile(words, of: "replay"), seed: try seed(words),
      iterations: try iterations(words),
      timeSeconds: try time(words), jobs: try jobs(words), engine: try engine(words),
      strategy: try strategy(words),
      reporting: try reporting(words),
      gradesOutcomes: words.has("--outcomes"), quiet: words.has("--quiet"))
  }

  private static func shrinkOptions(_ words: Words) throws(CommandFailure) -> ShrinkOptions {
    for name in words.names where !ShrinkOptions.accepted.contains(name) {
      throw .usage("\(name) is not accepted by shrink (see --help)")
    }
    return ShrinkOptions(
      file: try onlyFile(words, of: "shrink"), shrinkSeconds: try shrinkSeconds(words),
      quiet: words.has("--quiet"))
  }

  private static func proveOptions(_ words: Words) throws(CommandFailure) -> ProveOptions {
    for name in words.names where !ProveOptions.accepted.contains(name) {
      throw .usage("\(name) is not accepted by prove (see --help)")
    }
    return ProveOptions(
      file: try onlyFile(words, of: "prove"),
      bound: try whole(words, "--bound", 0...preemptionsMax),
      schedules: try whole(words, "--schedules", 1...schedulesMax),
      memory: try memory(words),
      gradesOutcomes: words.has("--outcomes"), quiet: words.has("--quiet"))
  }

  static func corpus(_ words: Words) throws(CommandFailure) -> String? {
    guard let corpus = words.value(of: "--corpus") else { return nil }
    guard !corpus.isEmpty else { throw .usage("--corpus: `` is not accepted: give a folder") }
    return corpus
  }

  private static func emitFile(_ words: Words) throws(CommandFailure) -> String {
    if let name = words.names.first { throw .usage("\(name) is not accepted by emit (see --help)") }
    return try onlyFile(words, of: "emit")
  }

  private static func whole(
    _ words: Words, _ name: String, _ range: ClosedRange<Int>
  ) throws(CommandFailure) -> Int? {
    guard let text = words.value(of: name) else { return nil }
    if range.contains(0), text == "0" { return 0 }
    guard let count = try? NumberText.count(text), range.contains(Int(clamping: count)) else {
      throw .usage(
        "\(name): \(quoted(text)) is not accepted: give a whole number from \(range.lowerBound) to "
          + "\(range.upperBound)")
    }
    return Int(count)
  }

  /// The one file that a command takes.
  private static func onlyFile(
    _ words: Words, of command: String
  ) throws(CommandFailure) -> String {
    let files = words.plain.dropFirst()
    guard let file = files.first, !file.isEmpty else {
      throw .usage("\(command) needs a file: give `\(command) FILE`")
    }
    if let extra = files.dropFirst().first {
      throw .usage("\(quoted(extra)) is one file too many: \(command) takes one")
    }
    return file
  }

  private static func shrinkSeconds(_ words: Words) throws(CommandFailure) -> Int? {
    guard let text = words.value(of: "--shrink-seconds") else { return nil }
    guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let seconds = Int(text), (0...shrinkSecondsMax).contains(seconds)
    else {
      throw .usage(
        "--shrink-seconds: \(quoted(text)) is not accepted: give a whole number from 0 to "
          + "\(shrinkSecondsMax)")
    }
    return seconds
  }

  private static func listTopic(_ words: Words) throws(CommandFailure) -> ListTopic {
    if let name = words.names.first { throw .usage("\(name) is not accepted by list (see --help)") }
    let accepted = ListTopic.allCases.map(\.rawValue).joined(separator: ", ")
    let topics = words.plain.dropFirst()
    guard let word = topics.first else {
      throw .usage("list needs a topic: accepted are \(accepted)")
    }
    guard let topic = ListTopic(rawValue: word) else {
      throw .usage("\(quoted(word)) cannot be listed: accepted are \(accepted)")
    }
    if let extra = topics.dropFirst().first {
      throw .usage("\(quoted(extra)) is one topic too many: list takes one")
    }
    return topic
  }

  static func seed(_ words: Words) throws(CommandFailure) -> SeedChoice? {
    guard let text = words.value(of: "--seed") else { return nil }
    do { return SeedChoice(value: try NumberText.seed(text), text: text) } catch {
      throw .usage("--seed: \(error)")
    }
  }

  static func iterations(_ words: Words) throws(CommandFailure) -> UInt64? {
    guard let text = words.value(of: "--iterations") else { return nil }
    do { return try NumberText.count(text) } catch { throw .usage("--iterations: \(error)") }
  }

  static func time(_ words: Words) throws(CommandFailure) -> Int? {
    guard let text = words.value(of: "--time") else { return nil }
    do { return try NumberText.seconds(text) } catch { throw .usage("--time: \(error)") }
  }

  static func jobs(_ words: Words) throws(CommandFailure) -> Int? {
    guard let text = words.value(of: "--jobs") else { return nil }
    guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let jobs = Int(text), (1...jobsMax).contains(jobs)
    else {
      throw .usage(
        "--jobs: \(quoted(text)) is not accepted: give a whole number from 1 to \(jobsMax)")
    }
    return jobs
  }

  private static func strategy(_ words: Words) throws(CommandFailure) -> String? {
    guard let text = words.value(of: "--strategy") else { return nil }
    guard StrategyTable.row(named: text) != nil else {
      let accepted = StrategyTable.all.map(\.name).joined(separator: ", ")
      throw .usage("--strategy: \(quoted(text)) is not accepted: give one of \(accepted)")
    }
    return text
  }

  private static func memory(_ words: Words) throws(CommandFailure) -> MemoryModel? {
    guard let text = words.value(of: "--memory") else { return nil }
    guard let memory = MemoryModel(named: text) else {
      let accepted = MemoryModel.allCases.map(\.name).joined(separator: ", ")
      throw .usage("--memory: \(quoted(text)) is not accepted: give one of \(accepted)")
    }
    return memory
  }

  private static func engine(_ words: Words) throws(CommandFailure) -> EngineChoice? {
    guard let text = words.value(of: "--engine") else { return nil }
    guard let engine = EngineChoice(rawValue: text) else {
      let accepted = EngineChoice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("--engine: \(quoted(text)) is not accepted: give one of \(accepted)")
    }
    return engine
  }

  /// A text as it may stand in one line of a message: short, without control characters.
  static func quoted(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(60).map { $0.escaped(asASCII: false) }.joined()
    return "`\(shown)`"
  }
}
