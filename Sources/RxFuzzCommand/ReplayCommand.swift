import RxFuzzKit

/// `replay FILE`: races one saved scenario until it fails, or a bound is reached.
struct ReplayCommand {
  let library: any LibraryUnderTest
  let options: Arguments.ReplayOptions
  let hangSeconds: Int
  let command: CommandName
  let console: Console

  func run() throws(CommandFailure) -> ExitCode {
    try options.report?.prepare()
    if let part = try SavedPart.read(options.file, library: library, command: command) {
      return try ReplayPartCommand(
        library: library, options: options, hangSeconds: hangSeconds, command: command,
        console: console
      ).run(part)
    }
    let file = try SavedScenario.read(options.file, library: library, command: command)
    if options.gradesOutcomes, let engine = options.engine, engine != .stress {
      throw .usage("--outcomes: only races have outcomes, not --engine \(engine.rawValue)")
    }
    let engine = try EngineSelection(
      options.gradesOutcomes ? .stress : options.engine, library: library)
    var plan = CampaignPlan(
      seed: options.seed?.value ?? SeedWords.drawn(),
      jobs: options.jobs ?? CampaignPlan.jobsDefault)
    // A bound of time alone asks for as many races as it allows.
    let races =
      options.iterations
      ?? (options.timeSeconds == nil ? CampaignLimits.replayRaces : NumberText.countMax)
    do {
      plan.files = [
        try CampaignPlan.File(
          path: options.file, scenario: file.scenario, races: races, schedule: file.schedule,
          library: library)
      ]
    } catch {
      throw CommandFailure(code: .unreadable, message: "\(options.file): \(error)")
    }
    plan.engine = engine.choice
    if let row = options.strategy.flatMap(StrategyTable.row(named:)) { plan.strategy = row }
    plan.hangSeconds = hangSeconds
    plan.timeMilliseconds = options.timeSeconds.map { UInt64($0) * 1_000 }
    plan.failsFast = !options.gradesOutcomes
    plan.gradesOutcomes = options.gradesOutcomes
    let driver = CampaignDriver(
      plan: plan, library: library,
      reporter: ConsoleReporter(
        console: console, command: command, library: library, quiet: options.quiet))
    if !options.quiet { printHeader(file, plan, races: races) }
    if let note = engine.note { console.complain("note: \(note)") }
    let summary = driver.run()
    let verdict = Verdict(summary, expectsOverlap: file.scenario.queues.count > 1)
    if options.gradesOutcomes {
      console.print(OutcomeReport.text(summary.outcomes))
      return verdict.exitCode(grades: summary.outcomes, console: console)
    }
    printResult(summary, file)
    let code = verdict.exitCode(damagedFiles: 0, console: console)
    guard let report = options.report else { return code }
    let record = RunRecord(
      tool: command.typed, version: RxFuzzCommand.version, seed: plan.seed, library: library,
      summary: summary, exitCode: code.rawValue)
    return report.write(record, console: console, exitCode: code)
  }

  private func printHeader(_ file: CorpusFile, _ plan: CampaignPlan, races: UInt64) {
    let bound =
      options.timeSeconds.map { "for \($0) s" } ?? "up to \(NumberWords.grouped(races)) times"
    console.print(
      "\(command.shown) \(RxFuzzCommand.version)  library \(library.name)  races "
        + "\(ShellText.quoted(options.file)) \(bound)  engine \(plan.engine.rawValue)  "
        + "jobs \(plan.jobs)  build \(BuildKind.current)")
    if let verdict = file.verdict {
      console.print("expected   \(verdict.invariant.rawValue) \(verdict.message)")
    }
  }

  private func printResult(_ summary: CampaignSummary, _ file: CorpusFile) {
    let progress = summary.progress
    let note = summary.replays[0]
    if let note, note.divergence == nil, note.traceHash != 0 {
      let hash = String(note.traceHash, radix: 16)
      console.print("the schedule was repeated exactly, trace \(hash)")
    }
    guard let found = summary.findings.first else {
      let why = summary.cut == nil ? "" : " before the replay was ended"
      return console.print(
        console.style.calm("not reproduced: no failure in \(Self.amount(progress))\(why)"))
    }
    let isExact = note?.isReproduced == true && note?.divergence == nil
    let how = isExact ? "by its schedule" : "within \(Self.amount(progress))"
    var line = "reproduced: \(found.finding.invariant.rawValue), \(how)"
    if let verdict = file.verdict, verdict.invariant != found.finding.invariant {
      line += "; the file's verdict was \(verdict.invariant.rawValue)"
    }
    console.print(console.style.alarming(line))
  }
  /// How much was tried, for example `12,000 races, overlap 98.2 %, and 256 schedules`.
  private static func amount(_ progress: CampaignProgress) -> String {
    var parts: [String] = []
    if progress.engine.races {
      let overlap = NumberWords.share(progress.overlapped, of: progress.raced)
      parts.append("\(NumberWords.counted(progress.raced, "race")), overlap \(overlap)")
    }
    if progress.engine.explores {
      parts.append(NumberWords.counted(progress.schedules, "schedule"))
    }
    return parts.joined(separator: ", and ")
  }
}
