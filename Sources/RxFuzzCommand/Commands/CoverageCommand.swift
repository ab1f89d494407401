import RxFuzzKit
import ScheduleKit

/// `coverage`: races generated scenarios as the main job does, and prints what they have met.
struct CoverageCommand {
  let library: any LibraryUnderTest
  let options: Arguments.CoverageOptions
  let hangSeconds: Int
  let command: CommandName
  let console: Console

  /// Enough that each aim has its turn.
  private static let iterationsDefault: UInt64 = 1_000_000

  func run() throws(CommandFailure) -> ExitCode {
    var plan = CampaignPlan(
      seed: options.seed?.value ?? SeedWords.drawn(),
      jobs: options.jobs ?? CampaignPlan.jobsDefault)
    plan.generatedIterations =
      options.iterations ?? (options.timeSeconds == nil ? Self.iterationsDefault : nil)
    plan.timeMilliseconds = options.timeSeconds.map { UInt64($0) * 1_000 }
    plan.hangSeconds = hangSeconds
    plan.engine = .stress
    plan.notesCoverage = true
    if !options.quiet {
      console.print(
        "\(command.shown) \(ToolVersion.text)  library \(library.name)  seed "
          + "\(SeedWords.shown(plan.seed, choice: options.seed))  jobs \(plan.jobs)  "
          + "build \(BuildKind.current)")
    }
    let summary = CampaignDriver(
      plan: plan, library: library,
      reporter: ConsoleReporter(
        console: console, command: command, library: library, quiet: options.quiet)
    ).run()
    if let coverage = summary.coverage {
      console.print(CoverageReport.text(coverage, goal: CoverageGoal(library: library)))
    }
    console.print(
      SummaryReport.text(
        summary, promiseNotes: library.promiseNotes, semantics: library.semantics.differences,
        style: console.style))
    return Verdict(summary).exitCode(damagedFiles: 0, console: console)
  }
}
