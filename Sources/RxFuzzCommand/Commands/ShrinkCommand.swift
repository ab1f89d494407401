import RxFuzzKit
import ScheduleKit

/// `shrink FILE`: makes one saved scenario, or script of a primitive, as small as it gets while it shows the same failure, and writes
/// the result in the place of the file.
struct ShrinkCommand {
  let library: any LibraryUnderTest
  let options: Arguments.ShrinkOptions
  let hangSeconds: Int
  let command: CommandName
  let console: Console

  func run() throws(CommandFailure) -> ExitCode {
    var plan = CampaignPlan(seed: 0, jobs: 1)
    let verdict: CorpusFile.Verdict?
    switch try SavedScenario.content(options.file, library: library, command: command) {
    case .scenario(let file):
      verdict = file.verdict
      try prepare(&plan, for: file)
    case .primitive(let file):
      verdict = file.verdict
      try prepare(&plan, for: file)
    }
    plan.hangSeconds = hangSeconds
    plan.shrinkSeconds = options.shrinkSeconds ?? ShrinkLimits.secondsDefault
    guard plan.shrinkSeconds > 0 else {
      throw .usage("--shrink-seconds: `0` is not accepted by shrink: give at least 1")
    }
    if !options.quiet { printHeader(verdict, plan) }
    let summary = CampaignDriver(
      plan: plan, library: library,
      reporter: ConsoleReporter(
        console: console, command: command, library: library, quiet: options.quiet)
    ).run()
    if case .internalError(let reason) = summary.cut { console.complain("error: \(reason)") }
    if case .exhausted(let reason) = summary.cut {
      console.complain("error: \(reason)")
      return .exhausted
    }
    let report = summary.findings.first?.shrinking ?? summary.primitiveFindings.first?.shrinking
    guard let report else { return .internalError }
    return report.wasReproduced ? .findings : .clean
  }

  /// Orders a scenario to be shrunk. The file's words may be somebody's own, so its invariant is what counts; without a
  /// verdict it is whatever fails first.
  private func prepare(_ plan: inout CampaignPlan, for file: CorpusFile) throws(CommandFailure) {
    do {
      _ = try CampaignPlan.ScenarioFile(
        path: options.file, scenario: file.scenario, races: 0, library: library)
    } catch {
      throw CommandFailure(code: .unreadable, message: "\(options.file): \(error)")
    }
    plan.engine = try EngineSelection(nil, library: library).choice
    plan.memory = file.schedule.flatMap { try? ScheduleReplay($0).memory } ?? .sequential
    let verdict = file.verdict ?? Self.unnamed
    plan.shrinkFirst = order(
      Finding(
        invariant: verdict.invariant, message: verdict.message, scenario: file.scenario,
        schedule: file.schedule), of: file)
    plan.replace = { (finding, path) throws(CampaignPlan.SaveFailure) in
      try Self.write(
        CorpusFile(
          finding.scenario, schedule: finding.schedule,
          verdict: CorpusFile.Verdict(finding.invariant, finding.message),
          origin: file.origin, replay: file.replay, comments: file.comments), to: path)
    }
  }

  /// Orders a primitive's script to be shrunk, which is raced only.
  private func prepare(_ plan: inout CampaignPlan, for file: PrimitiveFile) throws(CommandFailure) {
    do {
      _ = try CampaignPlan.PrimitiveEntry(
        path: options.file, file: file, races: 0, library: library)
    } catch {
      throw CommandFailure(code: .unreadable, message: "\(options.file): \(error.message)")
    }
    let verdict = file.verdict ?? Self.unnamed
    plan.shrinkPrimitiveFirst = order(
      PrimitiveCampaign.Found(
        program: file.program, invariant: verdict.invariant, message: verdict.message), of: file)
    plan.replacePrimitive = { (found, path) throws(CampaignPlan.SaveFailure) in
      try Self.write(
        PrimitiveFile(
          library: file.library, found.program,
          verdict: CorpusFile.Verdict(found.invariant, found.lastingMessage), origin: file.origin,
          replay: file.replay, comments: file.comments), to: path)
    }
  }

  private static let unnamed = CorpusFile.Verdict(.ref1, "a failure that nobody has named yet")

  private func order<Failure>(
    _ finding: Failure, of file: some SavedFile
  ) -> CampaignPlan.ShrinkOrder<Failure> {
    CampaignPlan.ShrinkOrder(
      finding: finding, lock: file.verdict.map { FindingFingerprint(anyOf: $0.invariant) },
      path: options.file)
  }

  private static func write(
    _ smaller: some SavedFile, to path: String
  ) throws(CampaignPlan.SaveFailure) -> String {
    do { try CorpusStore.overwrite(path, with: smaller) } catch {
      throw CampaignPlan.SaveFailure("\(error)")
    }
    return path
  }

  private func printHeader(_ verdict: CorpusFile.Verdict?, _ plan: CampaignPlan) {
    console.print(
      "\(command.shown) \(ToolVersion.text)  library \(library.name)  shrinks "
        + "\(ShellText.quoted(options.file)) for at most \(plan.shrinkSeconds) s  "
        + "build \(BuildKind.current)")
    if let verdict {
      console.print("expected   \(verdict.invariant.rawValue) \(verdict.message)")
    }
  }
}
