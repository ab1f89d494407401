import RxFuzzKit

/// `shrink FILE`: makes one saved scenario as small as it gets while it shows the same failure, and writes
/// the result in the place of the file.
struct ShrinkCommand {
  let library: any LibraryUnderTest
  let options: Arguments.ShrinkOptions
  let hangSeconds: Int
  let command: CommandName
  let console: Console

  func run() throws(CommandFailure) -> ExitCode {
    let file = try SavedScenario.read(options.file, library: library, command: command)
    do {
      _ = try CampaignPlan.File(
        path: options.file, scenario: file.scenario, races: 0, library: library)
    } catch {
      throw CommandFailure(code: .unreadable, message: "\(options.file): \(error)")
    }
    var plan = CampaignPlan(seed: 0, jobs: 1)
    plan.engine = try EngineSelection(nil, library: library).choice
    plan.hangSeconds = hangSeconds
    plan.shrinkSeconds = options.shrinkSeconds ?? ShrinkLimits.secondsDefault
    guard plan.shrinkSeconds > 0 else {
      throw .usage("--shrink-seconds: `0` is not accepted by shrink: give at least 1")
    }
    plan.shrinkFirst = order(file)
    plan.replace = { (finding, path) throws(CampaignPlan.SaveFailure) in
      try Self.write(finding, to: path, from: file)
    }
    if !options.quiet { printHeader(file, plan) }
    let summary = CampaignDriver(
      plan: plan, library: library,
      reporter: ConsoleReporter(
        console: console, command: command, library: library, quiet: options.quiet)
    ).run()
    if case .internalError(let reason) = summary.cut { console.complain("error: \(reason)") }
    guard let report = summary.findings.first?.shrinking else { return .internalError }
    return report.wasReproduced ? .findings : .clean
  }

  /// The file's words may be somebody's own, so its invariant is what counts; without a verdict it is whatever
  /// fails first.
  private func order(_ file: CorpusFile) -> CampaignPlan.ShrinkOrder {
    let finding = Finding(
      invariant: file.verdict?.invariant ?? .ref1,
      message: file.verdict?.message ?? "a failure that nobody has named yet",
      scenario: file.scenario, schedule: file.schedule)
    return CampaignPlan.ShrinkOrder(
      finding: finding, lock: file.verdict.map { FindingFingerprint(anyOf: $0.invariant) },
      path: options.file)
  }

  private static func write(
    _ finding: Finding, to path: String, from file: CorpusFile
  ) throws(CampaignPlan.SaveFailure) -> String {
    let smaller = CorpusFile(
      finding.scenario, schedule: finding.schedule,
      verdict: CorpusFile.Verdict(finding.invariant, finding.message),
      origin: file.origin, replay: file.replay, comments: file.comments)
    do { try CorpusStore.overwrite(path, with: smaller) } catch {
      throw CampaignPlan.SaveFailure("\(error)")
    }
    return path
  }

  private func printHeader(_ file: CorpusFile, _ plan: CampaignPlan) {
    console.print(
      "\(command.shown) \(RxFuzzCommand.version)  library \(library.name)  shrinks "
        + "\(ShellText.quoted(options.file)) for at most \(plan.shrinkSeconds) s  "
        + "build \(BuildKind.current)")
    if let verdict = file.verdict {
      console.print("expected   \(verdict.invariant.rawValue) \(verdict.message)")
    }
  }
}
