import RxFuzzKit
import ScheduleKit

/// `primitives`: races the library's disposables and schedulers on their own, against sequential models.
///
/// They run in this process, so that a trap of the library ends it with Swift's own message.
struct PrimitivesCommand {
  let library: any LibraryUnderTest
  let options: Arguments.CoverageOptions
  let hangSeconds: Int
  let command: CommandName
  let console: Console

  /// Races of all primitives together.
  private static let iterationsDefault: UInt64 = 200_000
  private static let iterationsMax: UInt64 = 1_000_000_000

  func run() throws(CommandFailure) -> ExitCode {
    let seed = options.seed?.value ?? SeedWords.drawn()
    if !options.quiet {
      console.print(
        "\(command.shown) \(ToolVersion.text)  library \(library.name)  seed "
          + "\(SeedWords.shown(seed, choice: options.seed))  build \(BuildKind.current)")
    }
    if console.isClosed { return .internalError }
    let watch = HangWatch(seconds: hangSeconds, command: command) { words in
      HangWatch.Meaning(
        code: .findings, output: "finding    LIVE-1 no progress\n           \(words)",
        error: "ended, because a race hung")
    }
    try watch.start()
    let races =
      Int(min(options.iterations ?? Self.iterationsDefault, Self.iterationsMax))
      / PrimitiveCampaign.primitivesMax
    let explores = ScenarioRunner.isSupported && library.isInstrumented
    let report = PrimitiveCampaign(
      library: library, seed: seed, races: max(1, races), explores: explores
    ).run { watch.goOn($0) }
    watch.stop()
    if let missing = Exhaustion.whileExploring() { throw .exhausted(missing) }
    guard report.rows.contains(where: \.isRaced) || !report.findings.isEmpty else {
      throw CommandFailure(
        code: .internalError, message: "nothing was raced: \(library.name) binds no primitive")
    }
    console.print(PrimitiveReport.text(report, style: console.style))
    return report.findings.isEmpty ? .clean : .findings
  }
}
