import RxFuzzKit

/// The main job: races the corpus, then generated scenarios.
struct FuzzCommand {
  let library: any LibraryUnderTest
  let options: Arguments.FuzzOptions
  let hangSeconds: Int
  let command: CommandName
  let console: Console

  private static let iterationsDefault: UInt64 = 1_000_000
  private static let corpusDefault = "corpus"

  func run() throws(CommandFailure) -> ExitCode {
    let engine = try EngineSelection(options.engine, library: library)
    let corpus = try openCorpus()
    var plan = CampaignPlan(
      seed: options.seed?.value ?? SeedWords.drawn(),
      jobs: options.jobs ?? CampaignPlan.jobsDefault)
    plan.engine = engine.choice
    if let row = options.strategy.flatMap(StrategyTable.row(named:)) { plan.strategy = row }
    plan.generatedIterations =
      options.iterations ?? (options.timeSeconds == nil ? Self.iterationsDefault : nil)
    plan.hangSeconds = hangSeconds
    plan.timeMilliseconds = options.timeSeconds.map { UInt64($0) * 1_000 }
    plan.failsFast = options.failsFast
    plan.shrinkSeconds = options.shrinkSeconds ?? ShrinkLimits.secondsDefault
    plan.files = corpus.files
    if let store = corpus.store {
      plan.save = { (finding) throws(CampaignPlan.SaveFailure) in
        try Self.save(finding, in: store)
      }
      plan.replace = { (finding, path) throws(CampaignPlan.SaveFailure) in
        try Self.save(finding, in: store, replacing: path)
      }
    }
    let driver = CampaignDriver(
      plan: plan, library: library,
      reporter: ConsoleReporter(
        console: console, command: command, library: library, quiet: options.quiet))
    if !options.quiet { printHeader(plan, corpus) }
    if let note = engine.note { console.complain("note: \(note)") }
    let summary = driver.run()
    console.print(
      SummaryReport.text(summary, promiseNotes: library.promiseNotes, style: console.style))
    return Verdict(summary).exitCode(damagedFiles: corpus.damaged, console: console)
  }

  // MARK: The corpus

  /// What is raced again, and where findings go.
  private struct Corpus {
    /// Nil where findings are not saved.
    var store: CorpusStore?
    var files: [CampaignPlan.File] = []
    var damaged = 0
    /// What the header says about it.
    var words: String
  }

  private func openCorpus() throws(CommandFailure) -> Corpus {
    if let folder = options.corpus {
      let store = CorpusStore(root: folder)
      do { try store.prepare() } catch { throw .usage("--corpus: \(error)") }
      return try load(store, savesFindings: true)
    }
    let store = CorpusStore(root: Self.corpusDefault)
    guard (try? store.paths(library: library.name)) != nil else {
      return Corpus(words: "none; findings are printed only (see --corpus)")
    }
    var savesFindings = true
    do { try store.prepare() } catch {
      console.complain("note: findings are not saved: \(error)")
      savesFindings = false
    }
    return try load(store, savesFindings: savesFindings)
  }

  private func load(
    _ store: CorpusStore, savesFindings: Bool
  ) throws(CommandFailure) -> Corpus {
    let contents: CorpusStore.Contents
    do { contents = try store.load(library: library.name) } catch {
      throw CommandFailure(code: .unreadable, message: "\(error)")
    }
    var corpus = Corpus(store: savesFindings ? store : nil, words: "")
    for damaged in contents.damaged { complain(damaged.description, &corpus) }
    let races = BuildKind.current.corpusRaces
    for entry in contents.entries {
      do {
        corpus.files.append(
          try CampaignPlan.File(
            path: entry.path, scenario: entry.file.scenario, races: races,
            schedule: entry.file.schedule, library: library))
      } catch {
        complain("\(entry.path): \(error)", &corpus)
      }
    }
    let count = NumberWords.counted(UInt64(corpus.files.count), "scenario")
    corpus.words = "\(store.root): \(count) of \(library.name)"
    if !corpus.files.isEmpty {
      corpus.words += ", raced \(NumberWords.grouped(races)) times each at first"
    }
    return corpus
  }

  private func complain(_ line: String, _ corpus: inout Corpus) {
    console.complain("damaged: \(line)")
    corpus.damaged += 1
  }

  /// - Parameter old: the file that a shrunk finding takes the place of.
  private static func save(
    _ finding: Finding, in store: CorpusStore, replacing old: String? = nil
  ) throws(CampaignPlan.SaveFailure) -> String {
    var origin: CorpusFile.Origin?
    if let seed = finding.seed, let iteration = finding.iteration {
      origin = CorpusFile.Origin(
        seed: seed, iteration: iteration, version: RxFuzzCommand.version)
    }
    let file = CorpusFile(
      finding.scenario, schedule: finding.schedule,
      verdict: CorpusFile.Verdict(finding.invariant, finding.message),
      origin: origin)
    do {
      guard let old else { return try store.save(file, under: finding.invariant).path }
      return try store.replace(old, by: file, under: finding.invariant).path
    } catch {
      throw CampaignPlan.SaveFailure("\(error)")
    }
  }

  // MARK: The header

  private func printHeader(_ plan: CampaignPlan, _ corpus: Corpus) {
    let iterations = plan.generatedIterations.map(NumberWords.grouped) ?? "as time allows"
    var parts = [
      "\(command.shown) \(RxFuzzCommand.version)", "library \(library.name)",
      "seed \(SeedWords.shown(plan.seed, choice: options.seed))", "iterations \(iterations)",
    ]
    if let seconds = options.timeSeconds { parts.append("time \(seconds) s") }
    parts += ["engine \(plan.engine.rawValue)", "jobs \(plan.jobs)", "build \(BuildKind.current)"]
    console.print(parts.joined(separator: "  "))
    console.print("corpus \(corpus.words)")
  }
}
