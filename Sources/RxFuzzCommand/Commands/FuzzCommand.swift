import RxFuzzKit
import ScheduleKit

/// The main job: races the corpus, then generated scenarios.
struct FuzzCommand {
  let library: any LibraryUnderTest
  let options: Arguments.FuzzOptions
  let hangSeconds: Int
  let command: CommandName
  let console: Console

  private static let iterationsDefault: UInt64 = 1_000_000
  static let corpusDefault = "corpus"

  func run() throws(CommandFailure) -> ExitCode {
    let reporting = try RunReporting(
      options.reporting, library: library, command: command, console: console)
    let engine = try EngineSelection(options.engine, library: library)
    let shard = try chosenShard()
    let corpus = try openCorpus()
    let expected = try expectedFailures()
    var plan = try plan(of: corpus, expected, by: engine.choice, shard: shard)
    if let store = corpus.store { keep(&plan, in: store) }
    reporting.prepare(&plan)
    let driver = CampaignDriver(
      plan: plan, library: library,
      reporter: reporting.reporter(
        ConsoleReporter(
          console: console, command: command, library: library, quiet: options.quiet), plan: plan,
        shard: shard.isWhole ? nil : "\(shard)"))
    if !options.quiet { printHeader(plan, corpus) }
    if let note = engine.note { console.complain("note: \(note)") }
    let summary = driver.run()
    console.print(
      SummaryReport.text(
        summary, promiseNotes: library.promiseNotes, semantics: library.semantics.differences,
        style: console.style))
    for line in expected.lines(on: summary) { console.print(line) }
    let verdict = Verdict(summary, expectsOverlap: Self.expectsOverlap(of: plan))
    let code = verdict.exitCode(damagedFiles: corpus.damaged, console: console)
    return reporting.end(summary, seed: plan.seed, code: code)
  }

  private func plan(
    of corpus: Corpus, _ expected: KnownFailures, by engine: EngineChoice, shard: CampaignShard
  ) throws(CommandFailure) -> CampaignPlan {
    let resumed = try resumedState(corpus, of: shard)
    var plan = CampaignPlan(
      seed: resumed?.seed ?? options.seed?.value ?? SeedWords.drawn(),
      jobs: options.jobs ?? CampaignPlan.jobsDefault)
    plan.engine = engine
    if options.jobs == nil { plan.helpers = CampaignPlan.helpersDefault(engine: engine) }
    if let row = options.strategy.flatMap(StrategyTable.row(named:)) { plan.strategy = row }
    plan.memory = options.memory ?? .sequential
    plan.generatedIterations =
      options.iterations ?? (options.timeSeconds == nil ? Self.iterationsDefault : nil)
    plan.resumed = resumed
    plan.shard = shard
    plan.files = corpus.files
    plan.primitiveFiles = corpus.primitives
    if let total = plan.generatedIterations,
      resumed?.iterationsLeft(of: total, engine: plan.engine, shard: shard) == 0
    {
      throw .usage(
        "--resume: all \(NumberWords.grouped(total)) iterations of seed \(plan.seed) are raced "
          + "already: give more with --iterations")
    }
    if let total = plan.totalIterations, total == 0, !shard.isWhole {
      throw .usage(
        "shard \(shard) has nothing to race: \(CampaignShard.blockIterations) iterations stay together, "
          + "so give fewer shards, or more with --iterations")
    }
    plan.memoryMegabytesMax = options.memoryMegabytes ?? CampaignLimits.memoryMegabytesMax
    plan.hangSeconds = hangSeconds
    plan.timeMilliseconds = options.timeSeconds.map { UInt64($0) * 1_000 }
    plan.failsFast = options.failsFast
    plan.racesPrimitives = true
    // The live block shows what has been met.
    plan.notesCoverage = console.isTerminal && !options.quiet
    plan.shrinkSeconds = options.shrinkSeconds ?? ShrinkLimits.secondsDefault
    let listed = Set(corpus.known)
    plan.known = corpus.known + expected.failures.filter { !listed.contains($0) }
    plan.knownPrimitives = expected.primitives
    plan.expected = expected.paths
    return plan
  }

  /// Parts of runs make a whole only where all of them draw from one seed.
  private func chosenShard() throws(CommandFailure) -> CampaignShard {
    var chosen = options.shard
    if chosen == nil { chosen = try ShardWords.shard(environment: RunEnvironment.value) }
    let shard = chosen ?? .whole
    guard shard.isWhole || options.seed != nil || options.resumes else {
      throw .usage("shard \(shard): give the --seed that all shards share")
    }
    return shard
  }

  /// Whether some of its races should overlap: always, but where less than a batch was left of a resumed campaign.
  private static func expectsOverlap(of plan: CampaignPlan) -> Bool {
    guard
      let left = plan.resumed?.iterationsLeft(
        of: plan.generatedIterations, engine: plan.engine, shard: plan.shard)
        ?? (plan.shard.isWhole ? nil : plan.totalIterations)
    else { return true }
    return left >= UInt64(ScenarioGenerator.iterationsPerScenario)
  }

  private func expectedFailures() throws(CommandFailure) -> KnownFailures {
    if let folder = options.known {
      return try KnownFailures(folder: folder, library: library)
    }
    guard library.corpusHoldsDefects else { return KnownFailures() }
    let folder = options.corpus ?? Self.corpusDefault
    guard (try? CorpusStore(root: folder).paths(library: library.name)) != nil else {
      return KnownFailures()
    }
    return try KnownFailures(folder: folder, library: library)
  }

  // MARK: The corpus

  /// Lets the run keep its findings and how far it has come.
  private func keep(_ plan: inout CampaignPlan, in store: CorpusStore) {
    let seed = plan.seed
    plan.save = { (finding) throws(CampaignPlan.SaveFailure) in
      try Self.save(finding, seed: seed, in: store)
    }
    plan.replace = { (finding, path) throws(CampaignPlan.SaveFailure) in
      try Self.save(finding, seed: seed, in: store, replacing: path)
    }
    plan.savePrimitive = { [library] (found) throws(CampaignPlan.SaveFailure) in
      try Self.save(found, seed: seed, library: library.name, in: store)
    }
    plan.replacePrimitive = { [library] (found, path) throws(CampaignPlan.SaveFailure) in
      try Self.save(found, seed: seed, library: library.name, in: store, replacing: path)
    }
    plan.keepState = { [shard = plan.shard] (state) throws(CampaignPlan.SaveFailure) in
      do { try store.keep(state, of: shard) } catch { throw CampaignPlan.SaveFailure("\(error)") }
    }
  }

  /// What is raced again, and where findings go.
  private struct Corpus {
    /// Nil where findings are not saved.
    var store: CorpusStore?
    var files: [CampaignPlan.ScenarioFile] = []
    var primitives: [CampaignPlan.PrimitiveEntry] = []
    var known: [KnownFailure] = []
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
    console.report(strays: (try? store.strays(of: [library.name])) ?? [])
    let races = BuildKind.current.corpusRaces
    for entry in contents.entries {
      if let known = KnownFailure(entry.file, path: entry.path) { corpus.known.append(known) }
      do {
        corpus.files.append(
          try CampaignPlan.ScenarioFile(
            path: entry.path, scenario: entry.file.scenario, races: races,
            schedule: entry.file.schedule, library: library))
      } catch {
        complain("\(entry.path): \(error)", &corpus)
      }
    }
    for entry in contents.primitives {
      do {
        corpus.primitives.append(
          try CampaignPlan.PrimitiveEntry(
            path: entry.path, file: entry.file, races: races, library: library))
      } catch {
        complain("\(entry.path): \(error.message)", &corpus)
      }
    }
    let count = NumberWords.counted(UInt64(corpus.files.count), "scenario")
    corpus.words = "\(store.root): \(count) of \(library.name)"
    if !corpus.primitives.isEmpty {
      corpus.words +=
        " and \(NumberWords.counted(UInt64(corpus.primitives.count), "script")) of its primitives"
    }
    if !(corpus.files.isEmpty && corpus.primitives.isEmpty) {
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
    _ finding: Finding, seed: UInt64, in store: CorpusStore, replacing old: String? = nil
  ) throws(CampaignPlan.SaveFailure) -> String {
    let origin = CorpusFile.Origin(
      seed: finding.seed ?? seed, iteration: finding.iteration, version: ToolVersion.text)
    let file = CorpusFile(
      finding.scenario, schedule: finding.schedule,
      verdict: CorpusFile.Verdict(finding.invariant, finding.message),
      origin: origin)
    return try save(file, under: finding.invariant, in: store, replacing: old)
  }

  private static func save(
    _ file: some SavedFile, under invariant: InvariantName, in store: CorpusStore,
    replacing old: String?
  ) throws(CampaignPlan.SaveFailure) -> String {
    do {
      guard let old else { return try store.save(file, under: invariant).path }
      return try store.replace(old, by: file, under: invariant).path
    } catch {
      throw CampaignPlan.SaveFailure("\(error)")
    }
  }

  private static func save(
    _ found: PrimitiveCampaign.Found, seed: UInt64, library: String, in store: CorpusStore,
    replacing old: String? = nil
  ) throws(CampaignPlan.SaveFailure) -> String {
    let file = PrimitiveFile(
      library: library, found.program,
      verdict: CorpusFile.Verdict(found.invariant, found.lastingMessage),
      origin: CorpusFile.Origin(
        seed: seed, iteration: found.number.map { UInt64($0) }, version: ToolVersion.text))
    return try save(file, under: found.invariant, in: store, replacing: old)
  }

  /// Where the campaign of this corpus was left, if it shall go on.
  private func resumedState(
    _ corpus: Corpus, of shard: CampaignShard
  ) throws(CommandFailure) -> CampaignState? {
    guard options.resumes else { return nil }
    guard let store = corpus.store else {
      throw .usage("--resume needs a corpus that can be written (see --corpus)")
    }
    let state: CampaignState
    do { state = try store.state(library: library.name, shard: shard) } catch {
      switch error {
      case .none: throw .usage("--resume: \(error)")
      case .unreadable, .damaged:
        throw CommandFailure(code: .unreadable, message: "--resume: \(error)")
      }
    }
    guard state.library == library.name else {
      throw .usage("--resume: the state is of a campaign of \(state.library)")
    }
    if let seed = options.seed, seed.value != state.seed {
      throw .usage(
        "--resume: the campaign has seed \(state.seed), and --seed says \(seed.value)")
    }
    return state
  }

  // MARK: The header

  private func printHeader(_ plan: CampaignPlan, _ corpus: Corpus) {
    let iterations = plan.generatedIterations.map(NumberWords.grouped) ?? "as time allows"
    var parts = [
      "\(command.shown) \(ToolVersion.text)", "library \(library.name)",
      "seed \(SeedWords.shown(plan.seed, choice: options.seed))", "iterations \(iterations)",
    ]
    if let seconds = options.timeSeconds { parts.append("time \(seconds) s") }
    if !plan.shard.isWhole { parts.append("shard \(plan.shard)") }
    parts += ["engine \(plan.engine.rawValue)", "jobs \(plan.jobs)", "build \(BuildKind.current)"]
    console.print(parts.joined(separator: "  "))
    if let state = plan.resumed {
      console.print("resumes at iteration \(NumberWords.grouped(state.nextIteration))")
    }
    console.print("corpus \(corpus.words)")
  }
}
