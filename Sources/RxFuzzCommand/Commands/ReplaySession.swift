import RxFuzzKit
import ScheduleKit

/// What the replay of a scenario and that of a primitive's script have in common: bounds, words, and the report.
struct ReplaySession {
  let library: any LibraryUnderTest
  let options: Arguments.ReplayOptions
  let hangSeconds: Int
  let command: CommandName
  let console: Console
  private let reporting: RunReporting

  init(
    library: any LibraryUnderTest, options: Arguments.ReplayOptions, hangSeconds: Int,
    command: CommandName, console: Console
  ) throws(CommandFailure) {
    self.library = library
    self.options = options
    self.hangSeconds = hangSeconds
    self.command = command
    self.console = console
    reporting = try RunReporting(
      options.reporting, library: library, command: command, console: console)
  }

  /// How often it is raced at most: a bound of time alone asks for as many races as it allows.
  var races: UInt64 {
    options.iterations
      ?? (options.timeSeconds == nil ? CampaignLimits.replayRaces : NumberText.countMax)
  }

  /// A plan without files.
  func plan() -> CampaignPlan {
    var plan = CampaignPlan(
      seed: options.seed?.value ?? SeedWords.drawn(),
      jobs: options.jobs ?? CampaignPlan.jobsDefault)
    plan.hangSeconds = hangSeconds
    plan.timeMilliseconds = options.timeSeconds.map { UInt64($0) * 1_000 }
    return plan
  }

  func driver(_ plan: CampaignPlan) -> CampaignDriver {
    CampaignDriver(
      plan: plan, library: library,
      reporter: reporting.reporter(
        ConsoleReporter(
          console: console, command: command, library: library, quiet: options.quiet), plan: plan))
  }

  /// - Parameter how: what races it, for example `engine both`.
  func printHeader(_ how: String, jobs: Int, verdict: CorpusFile.Verdict?) {
    if options.quiet { return }
    let bound =
      options.timeSeconds.map { "for \($0) s" } ?? "up to \(NumberWords.grouped(races)) times"
    console.print(
      "\(command.shown) \(ToolVersion.text)  library \(library.name)  races "
        + "\(ShellText.quoted(options.file)) \(bound)  \(how)  "
        + "jobs \(jobs)  build \(BuildKind.current)")
    if let verdict { console.print("expected   \(verdict.invariant.rawValue) \(verdict.message)") }
  }

  /// - Parameter amount: how much was tried, for example `12,000 races`.
  func printMiss(_ amount: String, _ summary: CampaignSummary) {
    let why = summary.cut == nil ? "" : " before the replay was ended"
    console.print(console.style.success("not reproduced: no failure in \(amount)\(why)"))
  }

  /// - Parameter how: for example `within 12,000 races`.
  func printFailure(_ found: InvariantName, _ how: String, expected: CorpusFile.Verdict?) {
    var line = "reproduced: \(found.rawValue), \(how)"
    if let expected, expected.invariant != found {
      line += "; the file's verdict was \(expected.invariant.rawValue)"
    }
    console.print(console.style.failure(line))
  }

  /// Writes the report that was asked for; returns the exit code.
  func report(_ summary: CampaignSummary, seed: UInt64, code: ExitCode) -> ExitCode {
    reporting.end(summary, seed: seed, code: code)
  }
}
