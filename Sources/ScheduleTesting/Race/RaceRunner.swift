import ScheduleKit

/// The body of a test, and who listens to it. A value.
struct RaceBody {
  let make: (Race) throws -> Void
  let sink: IssueSink
}

/// Runs a race under control.
///
/// Thread-safety: use from one thread; one at a time in a process.
final class RaceRunner: ScheduleRunner {
  let names = ScheduleSession.siteNames()
  private let session: ScheduleSession
  private let program: RaceProgram
  private var places: [UInt: String] = [:]
  /// What all runs have shown together.
  private var table = OutcomeTable()
  /// Accesses that instrumented code has announced in the run that had most of them.
  private(set) var accessesMax = 0
  /// Whether any of what raced was instrumented.
  private(set) var isInstrumented = false
  /// Runs that got stuck; each has left threads behind.
  private(set) var stuckRuns = 0
  /// Lanes of the last run.
  var lanes: Int { program.laneCount }
  /// Why the body is no race, or nil.
  var fault: String? { program.fault }

  /// Learns which accesses matter.
  /// - Parameter willRun: called before each run; must be cheap.
  init(
    _ body: RaceBody, limits: ScheduleLimits, journal: ScheduleJournal?,
    willRun: @escaping () -> Void
  ) {
    session = ScheduleSession(limits: limits)
    session.willRun = willRun
    program = RaceProgram(body)
    if let journal { session.journal = (journal, names) }
    session.learn(program)
  }

  func place(_ site: UInt) -> String {
    if let place = places[site] { return place }
    let text = CodePlace.text(at: site)
    places[site] = text
    return text
  }

  /// What was counted since it was taken last.
  func takeTable() -> OutcomeTable {
    defer { table = OutcomeTable() }
    return table
  }

  func taskName(path: UInt64) -> String? { program.laneName(path) }

  func swiftTaskName(_ number: UInt32) -> String? { program.taskNames[number] }

  var memory: MemoryModel { session.limits.memory }

  func adoptPoints() -> Bool { session.adoptUnforeseenSites() > 0 }

  func outcome(of run: ScheduleRun) -> ScheduleOutcome? {
    program.notes.outcome.map { ScheduleOutcome($0) }
  }

  func run(_ control: ScheduleControl) -> ScheduleRun? {
    guard let result = session.run(program, control) else { return nil }
    accessesMax = max(accessesMax, result.accesses)
    if result.calls > 0 { isInstrumented = true }
    if result.isStuck { stuckRuns += 1 }
    for (outcome, graded) in program.grades { table.grade(outcome, graded) }
    if let outcome = program.notes.outcome { table.count(outcome, isControlled: true) }
    var run = ScheduleRun(
      violation: program.violation,
      details: result.incidents.first.map { program.named($0.details) } ?? program.notes.details,
      undecided: result.undecided,
      isStuck: result.isStuck)
    if run.violation != nil { run.trace = LaneTrace(control.log, self, lanes: program.laneNames) }
    run.pointCoverage = result.pointCoverage
    return run
  }
}

/// What a `RaceRunner` gives its session.
private final class RaceProgram: ControlledProgram {
  private let body: RaceBody
  private(set) var notes = RunNotes()
  /// Of the last run.
  private(set) var violation: ScheduleViolation?
  private(set) var fault: String?
  private(set) var grades: [(outcome: String, graded: OutcomeTable.Graded)] = []
  private(set) var laneNames: [String] = []
  /// Of the lanes that are no Swift tasks.
  private var threadNames: [String] = []
  /// Of the others, by the number of the Swift task that each is in the last run.
  private(set) var taskNames: [UInt32: String] = [:]

  /// Of the last run; kept until the next one, so that none is freed while another lane is at work.
  private var inlineTasks: [InlineTask] = []

  init(_ body: RaceBody) { self.body = body }

  func prepare() {
    inlineTasks = []
    notes = RunNotes()
    body.sink.enterAll(notes)
    violation = nil
  }

  func run(_ run: ControlledRun) {
    run.leaveOthersWaiting()
    taskNames = [:]
    let wait: Race.Wait = { name, body in
      self.begin(name, body)
      return run.race([])
    }
    guard let race = made(wait) else { return }
    let isHeard = body.sink.isHeard
    let threads = race.lanes.indices.filter { race.lanes[$0].asynchronous == nil }
    inlineTasks =
      isHeard ? threads.map { lane in InlineTask { race.perform(lane) } } : []
    let tasks: [() -> Void] =
      isHeard
      ? inlineTasks.map { task in { task.run() } }
      : threads.map { lane in { race.perform(lane) } }
    for lane in race.lanes {
      guard let body = lane.asynchronous else { continue }
      begin(lane.name) { await race.perform(body) }
    }
    guard run.race(tasks), race.conclude(wait) else { return }
    violation = notes.violation
  }

  /// Makes a Swift task of that name, which must come to its end. Made by this thread, so that it takes on the test's values and
  /// its expectations are heard.
  private func begin(_ name: String, _ body: @escaping @Sendable () async -> Void) {
    SchedulePoint.expect(1)
    Task {
      await body()
      SchedulePoint.expect(-1)
    }
    taskNames[SchedulePoint.swiftTasks] = name
  }

  func judge(_ result: ScheduleResult) -> Bool {
    if let incident = result.incidents.first {
      violation = ScheduleViolation(incident)
      // The two sides of a race are those that happened to meet: fewer switches may let others meet.
      if incident.kind == .race { violation?.key = incident.kind.rawValue }
    }
    return violation != nil
  }

  /// What races in a run, or nil where the body does not make a race.
  private func made(_ wait: Race.Wait) -> Race? {
    let race = Race(notes)
    do { try body.make(race) } catch { notes.add(error) }
    guard race.prepare(wait) else { return nil }
    violation = notes.violation
    fault = fault ?? race.fault
    guard violation == nil, fault == nil else { return nil }
    if grades.isEmpty { grades = race.table.grades }
    if laneNames.count != race.lanes.count {
      laneNames = race.lanes.map(\.name)
      threadNames = race.lanes.filter { $0.asynchronous == nil }.map(\.name)
    }
    return race
  }

  var laneCount: Int { laneNames.count }

  /// The runtime numbers what is raced from 1, in the order of lanes that are no Swift tasks.
  func laneName(_ path: UInt64) -> String? {
    path > 0 && path <= threadNames.count ? threadNames[Int(path) - 1] : nil
  }

  /// The text with the names of lanes in the place of tasks' numbers.
  func named(_ text: String) -> String {
    let swift = "Swift task "
    return Self.replacingNumbers(behind: "task ", in: text) { before, number in
      guard before.hasSuffix(swift.dropLast("task ".count)) else {
        return laneName(number).map { (0, $0) }
      }
      return taskNames[UInt32(number)].map { ("Swift ".count, $0) }
    }
  }

  /// The text with each number behind those words, and the words, replaced.
  /// - Parameter name: given what comes before, says how much of that to drop, and the name; nil: nothing is replaced.
  private static func replacingNumbers(
    behind words: String, in text: String, by name: (String, UInt64) -> (Int, String)?
  ) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstRange(of: words) {
      let digits = rest[mark.upperBound...].prefix { $0.isNumber }
      result += rest[..<mark.lowerBound]
      if let number = UInt64(digits), let (dropped, name) = name(result, number) {
        result = result.dropLast(dropped) + name
      } else {
        result += words + digits
      }
      rest = rest[digits.endIndex...]
    }
    return result + rest
  }
}
