/// A violation with the schedule that shows it.
public struct ScheduleFailure: Sendable {
  public var violation: ScheduleViolation
  /// What the runner has recorded of the run that the schedule repeats, see `ScheduleRun.trace`.
  public var trace: (any Sendable)?
  /// Of that run, see `ScheduleRun.details`.
  public var details: String
  /// The schedule as a text, see `ScheduleReplay`.
  public var schedule: String
  /// Which run showed it first, from 1.
  public var schedulesBefore: Int
  /// Switches that run-until-blocked would not make: as found, and after shrinking.
  public var switchesFound: Int
  public var switchesLeft: Int
  /// Whether repeating the schedule shows the same violation. Where not, the run depends on more than its schedule.
  public var isRepeatable: Bool
  /// The switches that are left, one line each. It begins with `[12] ` where the runner says how far it had come, see
  /// `ScheduleControl.mark`.
  public var steps: [String]

  /// What a schedule that was recorded shows again.
  public init(
    violation: ScheduleViolation, trace: (any Sendable)?, details: String, schedule: String,
    steps: [String]
  ) {
    self.init(
      violation: violation, trace: trace, details: details, schedule: schedule,
      schedulesBefore: 0, switchesFound: 0, switchesLeft: 0, isRepeatable: true, steps: steps)
  }

  init(
    violation: ScheduleViolation, trace: (any Sendable)?, details: String, schedule: String,
    schedulesBefore: Int, switchesFound: Int, switchesLeft: Int, isRepeatable: Bool,
    steps: [String]
  ) {
    self.violation = violation
    self.trace = trace
    self.details = details
    self.schedule = schedule
    self.schedulesBefore = schedulesBefore
    self.switchesFound = switchesFound
    self.switchesLeft = switchesLeft
    self.isRepeatable = isRepeatable
    self.steps = steps
  }
}

extension ScheduleFailure {
  /// Repeats the last run of `control`, which was `run`, with as few switches as still show the same violation.
  /// - Precondition: the run violated something.
  static func shrunk(
    _ run: ScheduleRun, _ control: ScheduleControl, strategy: String, seed: UInt64,
    runner: some ScheduleRunner
  ) -> ScheduleFailure {
    guard let violation = run.violation else {
      preconditionFailure("only a run that violated something is shrunk")
    }
    let found = control.log.deviations(runner.names)
    var best = (run: run, log: control.log, deviations: found)
    var isRepeatable = false
    var shrinker = ScheduleShrinker(
      runsMax: run.isStuck
        ? ScheduleShrinker.runsMin : ScheduleShrinker.runsMax(operations: control.log.count)
    ) { deviations in
      let replay = ReplayStrategy(deviations, seed: seed, names: runner.names)
      let repeated = ScheduleControl(
        strategy: replay, profile: ScheduleProfile(), names: runner.names)
      guard let run = runner.run(repeated), replay.divergence == nil,
        let seen = run.violation, seen.key == violation.key
      else { return nil }
      let actual = repeated.log.deviations(runner.names)
      if !isRepeatable || actual.count < best.deviations.count {
        best = (run, repeated.log, actual)
      }
      isRepeatable = true
      return actual
    }
    if shrinker.repeats(found) != nil { _ = shrinker.shrink(best.deviations) }
    let text = ScheduleText(
      strategy: strategy, seed: seed, memory: runner.memory, deviations: best.deviations)
    return ScheduleFailure(
      violation: best.run.violation ?? violation, trace: best.run.trace,
      details: best.run.details, schedule: text.text, schedulesBefore: control.schedules,
      switchesFound: found.count, switchesLeft: best.deviations.count, isRepeatable: isRepeatable,
      steps: best.log.switches(runner))
  }
}

extension ScheduleLog {
  /// Where the run leaves one task for another one that it need not have left, in words: one line for all that follow
  /// each other and read the same.
  func switches(_ runner: some ScheduleRunner) -> [String] {
    var lines: [(text: String, count: Int)] = []
    for text in everySwitch(runner) {
      if lines.last?.text == text {
        lines[lines.count - 1].count += 1
      } else {
        lines.append((text, 1))
      }
    }
    return lines.map { $0.count == 1 ? $0.text : "\($0.text), \($0.count) times" }
  }

  private func everySwitch(_ runner: some ScheduleRunner) -> [String] {
    var lines: [String] = []
    func add(_ point: Point, _ words: String) {
      lines.append(point.mark.map { "[\($0)] \(words)" } ?? words)
    }
    var performed: ScheduleOperation?
    for point in points {
      defer { performed = operations[point.first + point.chosen] }
      guard point.chosen != point.running ?? 0 else { continue }
      let value = operations[point.first + point.chosen]
      if value.isValue, let performed {
        let place = value.site == 0 ? "" : " in \(runner.place(value.site))"
        add(
          point,
          "\(runner.name(of: performed)): its \(value.kind.words)\(place) \(value.valueWords)")
        continue
      }
      let stopped = operations[point.first + (point.running ?? 0)]
      let next = operations[point.first + point.chosen]
      let site = stopped.site == 0 ? "" : " in \(runner.place(stopped.site))"
      add(
        point,
        "\(runner.name(of: stopped)) waits before its \(stopped.kind.words)\(site), "
          + "\(runner.name(of: next)) goes on with its \(next.kind.words)")
    }
    return lines
  }
}
