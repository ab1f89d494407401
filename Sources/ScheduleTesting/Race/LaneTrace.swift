import ScheduleKit

/// What one run under control did, operation by operation, as a picture: one column for each lane, time running down.
struct LaneTrace: Hashable, Sendable {
  /// One operation, in words.
  struct Step: Hashable, Sendable {
    let lane: String
    let words: String
  }

  /// Operations that are kept; the picture shows far fewer.
  private static let stepsMax = 4_000
  /// Rows that one stretch of a lane takes before its middle is left out.
  private static let rowsMax = 6
  private static let rowsAtBegin = 2
  private static let rowsAtEnd = 3
  /// How columns begin that are no lanes.
  private static let job = "job "
  /// The row of a lane that has no other.
  private static let start = "starts"
  /// The column of virtual time, and its row: a sleep, a timer or a time-out ends there, whoever else could go on.
  private static let clock = "clock"
  private static let timePasses = "time passes"

  let steps: [Step]
  /// In the order of columns; others follow.
  let lanes: [String]

  init(steps: [Step], lanes: [String] = []) {
    self.steps = steps
    self.lanes = lanes
  }

  init(_ log: ScheduleLog, _ runner: some ScheduleRunner, lanes: [String]) {
    self.lanes = lanes
    var steps: [Step] = []
    for index in 0..<min(log.count, Self.stepsMax) {
      let operation = log.performed(at: index)
      if operation.kind == .start {
        if let lane = runner.taskName(path: operation.path) {
          steps.append(Step(lane: lane, words: Self.start))
        }
        continue
      }
      if operation.kind == .timer {
        steps.append(Step(lane: Self.clock, words: Self.timePasses))
        continue
      }
      if operation.isValue {
        if operation.valuesNewer > 0, let step = steps.popLast() {
          steps.append(Step(lane: step.lane, words: Self.aged(step.words, operation)))
        }
        continue
      }
      let place = operation.site == 0 ? "" : runner.place(operation.site)
      let lane = Self.lane(of: operation, runner)
      steps.append(Step(lane: lane, words: "\(operation.kind.words)\u{1F}\(place)"))
    }
    self.steps = steps
  }

  /// Who performs it, as the column is called.
  private static func lane(of operation: ScheduleOperation, _ runner: some ScheduleRunner) -> String
  {
    if operation.swiftTask > 0 { return runner.name(of: operation) }
    return runner.taskName(path: operation.path) ?? "\(job)\(operation.task)"
  }

  /// The words of an operation that does not take the newest value.
  private static func aged(_ words: String, _ value: ScheduleOperation) -> String {
    let parts = words.split(separator: "\u{1F}", omittingEmptySubsequences: false)
    let old = value.kind == .atomicStore ? " before " : " behind "
    return "\(parts[0])\(old)\(value.valuesNewer)\u{1F}\(parts.dropFirst().joined())"
  }

  /// The picture, with each place as file and line where the system's tools know it.
  func drawn() -> [String] {
    let readable = PlaceText(steps.map(\.words).joined(separator: "\n")).readable()
    let lines = readable.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == steps.count else { return [] }
    func isMarked(_ words: Substring) -> Bool { words == Self.start || words == Self.timePasses }
    let worth = zip(steps, lines).filter { isMarked($1) || RuntimeWords.areWorthShowing($1) }
    func isOwn(_ step: (Step, Substring)) -> Bool {
      step.1 != Self.start && !RuntimeWords.areOfRuntime(step.1)
    }
    let busy = Set(worth.filter(isOwn).map(\.0.lane))
    let shown = worth.filter { step, words in
      if words == Self.start { return !busy.contains(step.lane) }
      // What only lets others go on, and is no lane, is the runtime at work.
      return busy.contains(step.lane) || !step.lane.hasPrefix(Self.job)
    }
    return rows(shown.map { Step(lane: $0.lane, words: Self.short($1)) })
  }

  /// The picture of words that are not looked up.
  func plain() -> [String] { rows(steps) }

  /// `write Cache.store Cache.swift:12` of `write` and `Module.Cache.store(Swift.Int) -> () (Cache.swift:12)`.
  static func short(_ words: Substring) -> String {
    let parts = words.split(separator: "\u{1F}", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { return String(parts.first ?? "") }
    let (function, line) = PlaceText.parts(of: parts[1])
    if let meaning = RuntimeWords.meaning(of: function) { return meaning }
    return PlaceText.cell(parts[0], SwiftName.short(function), line)
  }

  private func rows(_ steps: [Step]) -> [String] {
    if steps.isEmpty { return [] }
    var lanes = self.lanes.filter { lane in steps.contains { $0.lane == lane } }
    for step in steps where !lanes.contains(step.lane) { lanes.append(step.lane) }
    var shown: [Step] = []
    var start = 0
    while start < steps.count {
      var end = start
      while end < steps.count, steps[end].lane == steps[start].lane { end += 1 }
      shown += Self.stretch(steps[start..<end])
      start = end
    }
    let widths = lanes.map { lane in
      shown.filter { $0.lane == lane }.map(\.words.count).reduce(lane.count, max)
    }
    func line(_ cells: [String]) -> String {
      var line =
        "  "
        + zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
        .joined(separator: " │ ")
      while line.last == " " { line.removeLast() }
      return line
    }
    return [line(lanes)]
      + shown.map { step in line(lanes.map { $0 == step.lane ? step.words : "" }) }
  }

  /// What one lane did without another one in between.
  private static func stretch(_ steps: ArraySlice<Step>) -> [Step] {
    guard steps.count > rowsMax, let first = steps.first else { return Array(steps) }
    let left = steps.count - rowsAtBegin - rowsAtEnd
    return steps.prefix(rowsAtBegin) + [Step(lane: first.lane, words: "… \(left) more")]
      + steps.suffix(rowsAtEnd)
  }
}
