import RxFuzzKit
import ScheduleKit

/// `replay FILE`: races one saved scenario until it fails, or a bound is reached.
struct ReplayCommand {
  let library: any LibraryUnderTest
  let options: Arguments.ReplayOptions
  let hangSeconds: Int
  let command: CommandName
  let console: Console

  func run() throws(CommandFailure) -> ExitCode {
    let session = try ReplaySession(
      library: library, options: options, hangSeconds: hangSeconds, command: command,
      console: console)
    switch try SavedScenario.content(options.file, library: library, command: command) {
    case .primitive(let file): return try ReplayPrimitiveCommand(session: session).run(file)
    case .scenario(let file): return try run(file, session)
    }
  }

  private func run(_ file: CorpusFile, _ session: ReplaySession) throws(CommandFailure) -> ExitCode
  {
    if options.gradesOutcomes, let engine = options.engine, engine != .stress {
      throw .usage("--outcomes: only races have outcomes, not --engine \(engine.rawValue)")
    }
    let engine = try EngineSelection(
      options.gradesOutcomes ? .stress : options.engine, library: library)
    var plan = session.plan()
    do {
      plan.files = [
        try CampaignPlan.ScenarioFile(
          path: options.file, scenario: file.scenario, races: session.races,
          schedule: file.schedule,
          library: library)
      ]
    } catch {
      throw CommandFailure(code: .unreadable, message: "\(options.file): \(error)")
    }
    plan.engine = engine.choice
    if let row = options.strategy.flatMap(StrategyTable.row(named:)) { plan.strategy = row }
    plan.memory = options.memory ?? .sequential
    plan.failsFast = !options.gradesOutcomes
    plan.gradesOutcomes = options.gradesOutcomes
    let driver = session.driver(plan)
    session.printHeader("engine \(plan.engine.rawValue)", jobs: plan.jobs, verdict: file.verdict)
    if let note = engine.note { console.complain("note: \(note)") }
    let summary = driver.run()
    let verdict = Verdict(summary, expectsOverlap: file.scenario.queues.count > 1)
    if options.gradesOutcomes {
      console.print(OutcomeReport.text(summary.outcomes))
      let code = verdict.exitCode(grades: summary.outcomes, console: console)
      return session.report(summary, seed: plan.seed, code: code)
    }
    printResult(summary, file, session)
    let code = verdict.exitCode(damagedFiles: 0, console: console)
    return session.report(summary, seed: plan.seed, code: code)
  }

  private func printResult(_ summary: CampaignSummary, _ file: CorpusFile, _ session: ReplaySession)
  {
    let amount = Self.amount(summary.progress)
    let note = summary.replays[0]
    if let note, note.divergence == nil, note.traceHash != 0 {
      let hash = String(note.traceHash, radix: 16)
      console.print("the schedule was repeated exactly, trace \(hash)")
    }
    guard let found = summary.findings.first else { return session.printMiss(amount, summary) }
    let isExact = note?.isReproduced == true && note?.divergence == nil
    session.printFailure(
      found.finding.invariant, isExact ? "by its schedule" : "within \(amount)",
      expected: file.verdict)
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
