import RxFuzzKit
import ScheduleKit

/// `prove FILE` and `prove FOLDER`: runs every schedule of saved scenarios, or shows one that violates something.
///
/// The scenarios run in this process, so that a trap of the library ends it with Swift's own message.
struct ProveCommand {
  let library: any LibraryUnderTest
  let options: Arguments.ProveOptions
  let hangSeconds: Int
  let command: CommandName
  let console: Console

  func run() throws(CommandFailure) -> ExitCode {
    let paths: [String]
    do { paths = try CorpusStore.files(at: options.file) } catch {
      throw CommandFailure(code: .unreadable, message: "\(error)")
    }
    guard let first = paths.first else {
      throw CommandFailure(
        code: .unreadable,
        message: "`\(PathText.shown(options.file))` holds no scenario: nothing to prove")
    }
    let isFolder = paths != [options.file]
    if isFolder && options.gradesOutcomes {
      throw .usage("--outcomes: `\(options.file)` is a folder; give one file")
    }
    // A single file that cannot be read is one line and nothing else.
    if !isFolder { _ = try SavedScenario.read(first, library: library, command: command) }
    guard ScenarioRunner.isSupported else {
      throw CommandFailure(code: .internalError, message: ExploreEngine.unsupportedNotice)
    }
    if let missing = Exhaustion.beforeRun() { throw .exhausted(missing) }
    if !options.quiet {
      console.print(
        "\(command.shown) \(ToolVersion.text)  library \(library.name)  proves "
          + "\(ShellText.quoted(options.file))  build \(BuildKind.current)"
          + (options.memory.map { "  memory \($0.name)" } ?? ""))
    }
    var certificate = Certificate(bound: options.bound)
    var isVoid = false
    for path in paths where !console.isClosed {
      do throws(CommandFailure) {
        let report = try prove(path, isAlone: !isFolder)
        certificate.add(report)
        if options.gradesOutcomes, try isRefuted(report, path) { isVoid = true }
      } catch {
        guard isFolder, error.code != .exhausted else { throw error }
        console.complain("damaged: \(error.message)")
        certificate.damaged += 1
      }
    }
    if isFolder {
      console.print(
        certificate.isWhole
          ? console.style.success(certificate.words) : console.style.failure(certificate.words))
    }
    return isVoid ? .internalError : certificate.exitCode
  }

  /// Races the scenario of a proof freely; says whether that has shown what no schedule has.
  private func isRefuted(
    _ report: ScheduleProof.Report, _ path: String
  ) throws(CommandFailure) -> Bool {
    let file = try SavedScenario.read(path, library: library, command: command)
    let outcomes: ProvedOutcomes?
    let watch = watch(path)
    try watch.start()
    defer { watch.stop() }
    do {
      outcomes = try ProvedOutcomes.race(
        file.scenario, library: library, seed: SeedWords.drawn(), against: report
      ) { watch.goOn("free races") }
    } catch {
      throw CommandFailure(code: .unreadable, message: "\(path): \(error)")
    }
    guard let outcomes else {
      console.print("outcomes are not graded: that takes a proof of all schedules, without timers")
      return false
    }
    console.print(
      outcomes.isWhole
        ? console.style.success(outcomes.text) : console.style.failure(outcomes.text))
    return !outcomes.isWhole
  }

  private func prove(
    _ path: String, isAlone: Bool
  ) throws(CommandFailure) -> ScheduleProof.Report {
    let file = try SavedScenario.read(path, library: library, command: command)
    let runner: ScenarioRunner
    var limits = ScheduleLimits.proof
    limits.memory = options.memory ?? .sequential
    if options.bound != nil { limits.givesWay = .repeating }
    let watch = watch(path)
    try watch.start()
    do {
      runner = try ScenarioRunner(file.scenario, library: library, limits: limits) {
        watch.goOn("schedules under control")
      }
    } catch {
      watch.stop()
      throw CommandFailure(code: .unreadable, message: "\(path): \(error)")
    }
    let method: ScheduleProof.Method = options.bound.map { .preemptions($0) } ?? .reduction
    var progress = ProofProgress(console: console, title: path)
    let report = ScheduleProof.prove(
      runner, by: method, schedulesMax: options.schedules ?? ScheduleProof.schedulesMaxDefault
    ) { _ in
      if !options.quiet { progress.willRun() }
    }
    watch.stop()
    if let missing = Exhaustion.whileExploring() { throw .exhausted(missing) }
    if let failure = report.failure { show(failure, of: file) }
    let line = "\(path): \(report.words)\(timerWords(file.scenario))"
    if !report.isProof {
      console.print(console.style.failure(line))
    } else if isAlone || !options.quiet {
      console.print(console.style.success(line))
    }
    if isAlone { console.print(report.pointCoverage.words) }
    return report
  }

  /// A task under control that waits for what is not controlled goes nowhere, and neither do races that hang.
  private func watch(_ path: String) -> HangWatch {
    HangWatch(seconds: hangSeconds, command: command) { words in
      HangWatch.Meaning(
        code: .findings, output: "\(path): LIVE-1 no progress in \(words)",
        error: "ended, because `\(PathText.shown(path))` hung")
    }
  }

  /// What bounds a proof where timers may go on without end.
  private func timerWords(_ scenario: Scenario) -> String {
    let isTimed = scenario.chain.nodes.contains {
      Catalogue.row(named: $0.row)?.traits.contains(.timed) ?? false
    }
    return isTimed
      ? "; timers fire at most \(ScheduleLimits.proof.timerFiringsMax) times in a schedule" : ""
  }

  private func show(_ failure: ScheduleFailure, of file: CorpusFile) {
    let shown = CorpusFile(
      file.scenario, schedule: failure.schedule,
      verdict: CorpusFile.Verdict(
        failure.violation.invariant, PlaceText(failure.violation.message).named()),
      origin: file.origin,
      comments: file.comments)
    console.print(ScenarioCodec.print(shown))
    let steps = failure.steps + [failure.details].filter { !$0.isEmpty }
    let finding = Finding(
      invariant: failure.violation.invariant, message: failure.violation.message,
      scenario: file.scenario, records: failure.records,
      details: PlaceText.ofSource(PlaceText(steps.joined(separator: "\n")).named()))
    if !failure.records.isEmpty { console.print(LaneDiagram.drawUnmarked(finding)) }
    let rest = DrawnSwitches(finding).rest
    if !rest.isEmpty { console.print(rest.map { "  \($0)" }.joined(separator: "\n")) }
    if !failure.isRepeatable {
      console.print("  repeating the schedule did not show it again")
    }
  }
}
