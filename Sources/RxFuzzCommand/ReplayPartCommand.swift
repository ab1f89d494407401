import RxFuzzKit

/// `replay FILE` where the file holds a script of a part of the library: races it until it fails, or a bound is reached.
struct ReplayPartCommand {
  let library: any LibraryUnderTest
  let options: Arguments.ReplayOptions
  let hangSeconds: Int
  let command: CommandName
  let console: Console

  func run(_ file: PartFile) throws(CommandFailure) -> ExitCode {
    if options.gradesOutcomes {
      throw .usage("--outcomes: a part on its own has no outcomes, only a scenario has")
    }
    if let engine = options.engine, engine != .stress {
      throw .usage("--engine: a part on its own is raced, not --engine \(engine.rawValue)")
    }
    var plan = CampaignPlan(
      seed: options.seed?.value ?? SeedWords.drawn(),
      jobs: options.jobs ?? CampaignPlan.jobsDefault)
    let races =
      options.iterations
      ?? (options.timeSeconds == nil ? CampaignLimits.replayRaces : NumberText.countMax)
    do {
      plan.partFiles = [
        try CampaignPlan.PartEntry(path: options.file, file: file, races: races, library: library)
      ]
    } catch {
      throw CommandFailure(
        code: .unreadable, message: "\(options.file): \(error.message)")
    }
    plan.hangSeconds = hangSeconds
    plan.timeMilliseconds = options.timeSeconds.map { UInt64($0) * 1_000 }
    plan.failsFast = true
    if !options.quiet { printHeader(file, races: races, jobs: plan.jobs) }
    let summary = CampaignDriver(
      plan: plan, library: library,
      reporter: ConsoleReporter(
        console: console, command: command, library: library, quiet: options.quiet)
    ).run()
    printResult(summary, file)
    let code = Verdict(summary, racesPartsOnly: true).exitCode(damagedFiles: 0, console: console)
    guard let report = options.report else { return code }
    let record = RunRecord(
      tool: command.typed, version: RxFuzzCommand.version, seed: plan.seed, library: library,
      summary: summary, exitCode: code.rawValue)
    return report.write(record, console: console, exitCode: code)
  }

  private func printHeader(_ file: PartFile, races: UInt64, jobs: Int) {
    let bound =
      options.timeSeconds.map { "for \($0) s" } ?? "up to \(NumberWords.grouped(races)) times"
    console.print(
      "\(command.shown) \(RxFuzzCommand.version)  library \(library.name)  races "
        + "\(ShellText.quoted(options.file)) \(bound)  part \(file.program.part)  "
        + "jobs \(jobs)  build \(BuildKind.current)")
    if let verdict = file.verdict {
      console.print("expected   \(verdict.invariant.rawValue) \(verdict.message)")
    }
  }

  private func printResult(_ summary: CampaignSummary, _ file: PartFile) {
    let races = NumberWords.counted(summary.progress.partRaces, "race")
    guard let found = summary.partFindings.first else {
      let why = summary.cut == nil ? "" : " before the replay was ended"
      return console.print(
        console.style.calm("not reproduced: no failure in \(races)\(why)"))
    }
    var line = "reproduced: \(found.invariant.rawValue), within \(races)"
    if let verdict = file.verdict, verdict.invariant != found.invariant {
      line += "; the file's verdict was \(verdict.invariant.rawValue)"
    }
    console.print(console.style.alarming(line))
  }
}
