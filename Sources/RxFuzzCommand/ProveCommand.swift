import RxFuzzKit

/// `prove FILE`: runs every schedule of one saved scenario, or shows one that violates something.
///
/// The scenario runs in this process, so that a trap of the library ends it with Swift's own message.
struct ProveCommand {
  let library: any LibraryUnderTest
  let options: Arguments.ProveOptions
  let command: CommandName
  let console: Console

  func run() throws(CommandFailure) -> ExitCode {
    let file = try SavedScenario.read(options.file, library: library, command: command)
    guard ScenarioRunner.isSupported else {
      throw CommandFailure(
        code: .internalError,
        message: ExploreEngine.unsupportedNotice)
    }
    let runner: ScenarioRunner
    do { runner = try ScenarioRunner(file.scenario, library: library) } catch {
      throw CommandFailure(code: .unreadable, message: "\(options.file): \(error)")
    }
    let method: ScheduleProof.Method = options.bound.map { .preemptions($0) } ?? .reduction
    if !options.quiet {
      console.print(
        "\(command.shown) \(RxFuzzCommand.version)  library \(library.name)  proves "
          + "\(ShellText.quoted(options.file))  build \(BuildKind.current)")
    }
    let report = ScheduleProof.prove(
      runner, by: method, schedulesMax: options.schedules ?? ScheduleProof.schedulesMaxDefault)
    if let failure = report.failure { show(failure, of: file) }
    let line = "\(options.file): \(report.words)"
    if report.isProof {
      console.print(console.style.calm(line))
      return .clean
    }
    console.print(console.style.alarming(line))
    return report.failure == nil ? .internalError : .findings
  }

  private func show(_ failure: ScheduleFailure, of file: CorpusFile) {
    let shown = CorpusFile(
      file.scenario, schedule: failure.schedule, verdict: failure.violation, origin: file.origin,
      comments: file.comments)
    console.print(ScenarioCodec.print(shown))
    if !failure.records.isEmpty {
      console.print(LaneDiagram.draw(scenario: file.scenario, records: failure.records))
    }
    for step in failure.steps { console.print("  \(step)") }
    if !failure.details.isEmpty { console.print(failure.details) }
    if !failure.isRepeatable {
      console.print("  repeating the schedule did not show it again")
    }
  }
}
