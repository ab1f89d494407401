import RxFuzzKit
import ScheduleKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a run writes beside its console: events while it goes on, then its report, and what GitHub shows.
///
/// Thread-safety: use from the thread of the run.
final class RunReporting {
  private let options: Arguments.ReportingOptions
  private let library: any LibraryUnderTest
  private let command: CommandName
  private let console: Console
  private let last: RunReport?
  private let log: EventLog?
  private let timeline = TimelineReporter()
  private var events: EventReporter?
  private var environment: [(name: String, value: String)] = []
  private var shard: String?

  /// Makes sure that all of it can be read and written, before hours are spent for it.
  init(
    _ options: Arguments.ReportingOptions, library: any LibraryUnderTest, command: CommandName,
    console: Console
  ) throws(CommandFailure) {
    try options.report?.prepare()
    self.options = options
    self.library = library
    self.command = command
    self.console = console
    last = try options.baseline.map { (path) throws(CommandFailure) in
      try ReportFile.read(path, option: "--baseline")
    }
    log = try options.events.map { (path) throws(CommandFailure) in
      try EventLog(path, console: console)
    }
  }

  /// Has the run note what its report needs.
  func prepare(_ plan: inout CampaignPlan) {
    if options.report?.hasCoverage == true { plan.notesCoverage = true }
  }

  /// The reporters of a run: the console's, and this one's own.
  func reporter(
    _ consoleReporter: any CampaignReporter, plan: CampaignPlan, shard: String? = nil
  ) -> any CampaignReporter {
    self.shard = shard
    environment = RunEnvironment.entries(jobs: plan.jobs)
    var reporters: [any CampaignReporter] = [consoleReporter, timeline]
    if let log {
      let summary = CampaignSummary(beginning: plan.engine)
      let reporter = EventReporter(record(summary, seed: plan.seed, code: .clean)) { log.write($0) }
      reporter.started(iterations: plan.totalIterations, jobs: plan.jobs)
      events = reporter
      reporters.append(reporter)
    }
    return ReporterGroup(reporters)
  }

  /// Reports how the run has ended; returns the exit code: events or a report that are lost must not look like a pass.
  func end(_ summary: CampaignSummary, seed: UInt64, code: ExitCode) -> ExitCode {
    events?.ended(summary, exitCode: code.rawValue)
    let code = log?.isLost == true && code == .clean ? .internalError : code
    let isOnGitHub = RunEnvironment.isGitHub
    guard options.report != nil || isOnGitHub else { return code }
    let report = RunReport(record(summary, seed: seed, code: code))
    if isOnGitHub { GitHubSteps(console: console).write(report) }
    return options.report?.write(report, since: last, console: console, exitCode: code) ?? code
  }

  private func record(_ summary: CampaignSummary, seed: UInt64, code: ExitCode) -> RunRecord {
    var record = RunRecord(
      tool: command.typed, version: ToolVersion.text, seed: seed, library: library,
      summary: summary, exitCode: code.rawValue)
    record.shard = shard
    record.timeline = timeline.timeline
    record.environment = environment
    if let phrased = library as? any PhrasedLibrary {
      record.phrase = { Self.test(of: $0, phrased) }
    }
    return record
  }

  private static func test(of file: CorpusFile, _ library: some PhrasedLibrary) -> String? {
    try? TestEmitter.text(of: [file], library: library)
  }
}

/// The file of `--events`: each line is given away at once.
final class EventLog {
  private let path: String
  private let console: Console
  /// Nil: standard output.
  private let descriptor: Int32?
  /// Whether lines are missing.
  private(set) var isLost = false

  init(_ path: String, console: Console) throws(CommandFailure) {
    self.path = path
    self.console = console
    if path == "-" {
      // Messages for people go to standard error then.
      console.leaveOutput()
      descriptor = nil
      return
    }
    do { descriptor = try LineFile.open(path) } catch { throw .usage("--events: \(error)") }
  }

  deinit { if let descriptor { close(descriptor) } }

  func write(_ line: String) {
    guard let descriptor else { return console.emit(line) }
    guard !isLost, !LineFile.write(line, to: descriptor) else { return }
    isLost = true
    console.complain(
      "error: `\(PathText.shown(path))` cannot be written: events are lost from here on")
  }
}

/// What a run is made in, for people.
enum RunEnvironment {
  static func entries(jobs: Int) -> [(name: String, value: String)] {
    var entries = [
      ("command", CommandLine.arguments.map(ShellText.quoted).joined(separator: " ")),
      ("jobs", "\(jobs)"), ("processors", "\(Processor.coreCount)"), ("started", now()),
    ]
    if let system = system() { entries.append(("system", system)) }
    return entries
  }

  /// Whether this is a step of a workflow of GitHub Actions.
  static var isGitHub: Bool { value("GITHUB_ACTIONS") == "true" }

  /// Nil where it is not set, or empty.
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// For example `2026-11-22T23:59:01Z`.
  private static func now() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let day = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return "\(day)T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }

  private static func system() -> String? {
    var names = utsname()
    guard uname(&names) == 0 else { return nil }
    func text<T>(_ field: T) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(text(names.sysname)) \(text(names.release)) \(text(names.machine))"
  }
}

/// Annotations, and the summary of a step of GitHub Actions.
struct GitHubSteps {
  let console: Console

  func write(_ report: RunReport) {
    for line in GitHubReport.annotations(report) { console.print(line) }
    guard let path = RunEnvironment.value("GITHUB_STEP_SUMMARY") else { return }
    let isWritten: Bool
    if let descriptor = try? LineFile.open(path, truncates: false) {
      isWritten = LineFile.write(GitHubReport.summary(report), to: descriptor)
      close(descriptor)
    } else {
      isWritten = false
    }
    if !isWritten { console.complain("note: the step's summary cannot be written") }
  }
}
