import ScheduleKit
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One call of a test function from its first run to its report: who listens to what is raced, what a crash or a hang reports,
/// and the words of a failure.
///
/// Thread-safety: use from the thread that calls; a watchdog and a crash read what it does at the moment.
package final class TestRun: @unchecked Sendable {
  // Safety: used by the calling thread. The reporting thread reads `now` and the journal only once a crash has
  // stopped that one.

  /// What is run at the moment, for a crash or a hang.
  package enum Now {
    case preparing
    case schedules
    case races
  }

  package let place: SourcePlace
  package let budget: TestBudget
  package let deadline: Deadline
  /// Of the test's time, the part after which free races have their turn.
  let deadlineOfSchedules: Deadline
  let sink = IssueSink()
  package var report: TestReport
  package var now = Now.preparing
  /// Of the schedules that are run.
  var memoryModel = MemoryModel.sequential
  /// What was generated, as a replay says it; nil: nothing is.
  package var scenario: String?
  private let memory: UnsafeMutableRawPointer
  let journal: ScheduleJournal
  private let detector: HangDetector
  /// Seconds without progress, not counting those in which the process gets no processor, that are a hang.
  private static let hangSeconds = 30
  private let filter: String

  package init(_ kind: String, at place: SourcePlace, _ budget: TestBudget) {
    self.place = place
    self.budget = budget
    deadline = Deadline(after: budget.milliseconds)
    deadlineOfSchedules = Deadline(after: budget.milliseconds.map { $0 / 2 })
    report = TestReport(title: "\(kind) \(place)", seed: budget.seed)
    memory = .allocate(byteCount: ScheduleJournal.bytes, alignment: 8)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: ScheduleJournal.bytes)
    journal = ScheduleJournal(memory)
    let title = report.title
    let hint =
      kind == "checkLinearizable"
      ? "; an operation that waits must say by `when:` in which states it can go on" : ""
    detector = HangDetector(seconds: Self.hangSeconds) { words in
      ThreadBacktraces.write()
      TestRun.say("\(title): no progress for \(Self.hangSeconds) s\(hint)\n\(words)")
      exit(1)
    }
    filter = Self.filter(place)
  }

  deinit { memory.deallocate() }

  /// Runs `body` with everybody listening, says what was done, and reports what was found.
  package func run(_ body: () -> Void) throws -> TestReport {
    ScheduleGate.current.inside {
      CrashReporter.begin { [unowned self] in crashWords }
      let isWatched = detector.start()
      sink.listen(body)
      detector.stop()
      CrashReporter.end()
      if !isWatched { report.note("no thread was left to watch for hangs") }
    }
    if report.failure == nil, !report.hasTested { failAsUntested() }
    print(report)
    try report.failure?.report(at: place)
    return report
  }

  /// Something goes on, and is no hang.
  package func progress() {
    runs = 0
    detector.goOn(replayWords(now == .races ? crashReplay : nil))
  }

  /// The same where it is said often.
  func progressIfDue() {
    runs += 1
    if runs >= Self.runsPerProgress { progress() }
  }
  private var runs = 0
  private static let runsPerProgress = 16

  private func failAsUntested() {
    let isUndecided = report.schedules > 0 && report.undecidedSchedules == report.schedules
    fail(
      ScheduleViolation(
        rule: "nothing",
        message: "nothing was tested: "
          + (isUndecided ? "no schedule could be judged, and " : "no two schedules differed, and ")
          + (report.lanes == 1 ? "there is one lane" : "no two lanes overlapped")),
      replay: nil, body: [])
  }

  /// Something that keeps the test from being one.
  package func fail(fault: String) {
    fail(ScheduleViolation(rule: "nothing", message: fault), replay: nil, body: [])
  }

  /// What a schedule has shown.
  func fail(_ failure: ScheduleFailure) {
    let found =
      "found by schedule \(NumberWords.grouped(UInt64(failure.schedulesBefore))), shrunk from "
      + NumberWords.counted(UInt64(failure.switchesFound), "switch", "switches")
      + " to \(failure.switchesLeft)"
    var lines = failure.schedulesBefore > 0 ? [found, ""] : [""]
    let trace = failure.trace as? LaneTrace
    let picture = trace.map { $0.drawn() } ?? failure.steps.map { "  \($0)" }
    if !picture.isEmpty { lines += picture + [""] }
    if !failure.details.isEmpty {
      lines += DetailText.lines(failure.details).map { "  \($0)" } + [""]
    }
    if !failure.isRepeatable {
      lines += [
        "repeating the schedule did not show it: the code depends on more than the schedule", "",
      ]
    }
    fail(
      failure.violation,
      replay: ReplayText(place: "\(place)", scenario: scenario, run: .schedule(failure.schedule)),
      body: lines)
  }

  /// What free races have shown.
  func fail(race violation: ScheduleViolation, details: String, number: Int, seed: UInt64) {
    let picture = details.isEmpty ? [] : details.split(separator: "\n").map { "  \($0)" } + [""]
    fail(
      violation, replay: ReplayText(place: "\(place)", scenario: scenario, run: .free(seed: seed)),
      body: picture + [
        "free race \(NumberWords.grouped(UInt64(number))): no schedule under control has shown it, so that "
          + "it is repeated by racing again until it shows", "",
      ])
  }

  package func fail(_ violation: ScheduleViolation, replay: ReplayText?, body: [String]) {
    let message = PlaceText(violation.message).withoutOffsets()
    var lines = ["\(report.title): \(message)"] + body
    if let replay { lines.append("replay    \(replayWords(replay))") }
    lines.append("seed      \(budget.seed)")
    report.failure = TestFailure(
      rule: violation.rule, message: message, description: lines.joined(separator: "\n"),
      replay: replay?.text)
  }

  private func replayWords(_ replay: ReplayText?) -> String {
    replay.map { "RXFUZZ_REPLAY='\($0.text)' swift test --filter '\(filter)'" } ?? ""
  }

  /// What repeats the run that goes on.
  private var crashReplay: ReplayText? {
    switch now {
    case .preparing: return nil
    case .races:
      return ReplayText(place: "\(place)", scenario: scenario, run: .free(seed: budget.seed))
    case .schedules:
      return journal.schedule(strategy: "journal", seed: budget.seed, memory: memoryModel).map {
        ReplayText(place: "\(place)", scenario: scenario, run: .schedule($0))
      }
    }
  }

  private var crashWords: String {
    let what =
      switch now {
      case .preparing: "before the first run"
      case .races: "in a free race"
      case .schedules: "in a schedule under control"
      }
    return
      "\(report.title): a crash \(what) ends the test process\nreplay    \(replayWords(crashReplay))"
  }

  /// What `swift test --filter` takes for the test that runs.
  private static func filter(_ place: SourcePlace) -> String {
    if let name = Test.current?.name.split(separator: "(").first, !name.isEmpty {
      return name.filter { $0 != "`" }
    }
    let module = "\(place.fileID)".split(separator: "/").first.map(String.init) ?? "."
    return XCTestBridge.method(of: module) ?? module
  }

  private static func say(_ text: String) {
    _ = Array("\n\(text)\n".utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
