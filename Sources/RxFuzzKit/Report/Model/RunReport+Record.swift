import ScheduleKit

extension RunReport {
  /// What a run that has ended leaves to be reported.
  public init(_ record: RunRecord) {
    let summary = record.summary
    tool = record.tool
    version = record.version
    library = record.library
    seed = record.seed
    build = record.build
    engine = summary.progress.engine.rawValue
    exitCode = UInt64(record.exitCode)
    ended = record.ended
    wasSuccessful = record.wasSuccessful
    shards = record.shard.map { [$0] } ?? []
    environment = record.environment.map { Entry(name: $0.name, value: $0.value) }
    counts = Counts(summary)
    findings =
      summary.findings.map { ReportedFinding($0, record) }
      + summary.primitiveFindings.map { ReportedFinding($0, record) }
    findingsUnlisted = summary.findingsUnlisted
    outcomes = summary.outcomes
    coverage = summary.coverage.flatMap { map in
      record.goal.map { CoverageTable(map, goal: $0) }
    }
    undecided = summary.coverage.map { UndecidedShare.all($0.undecided) } ?? []
    timeline = record.timeline
    timeline.end(summary.progress)
    rules = record.rules.map {
      Rule(name: $0.name.rawValue, statement: $0.statement, kind: Rule.Kind($0.name))
    }
    notes = record.notes
  }
}

extension RunReport.Counts {
  init(_ summary: CampaignSummary) {
    let progress = summary.progress
    raced = progress.raced
    overlapped = progress.overlapped
    firstQueueFirst = progress.firstQueueFirst
    undecided = progress.undecided
    skipped = progress.skipped
    schedules = progress.schedules
    exploredMicroseconds = progress.exploredMicroseconds
    primitiveScripts = progress.primitiveScripts
    primitiveRaces = progress.primitiveRaces
    milliseconds = progress.elapsedMilliseconds
    workerDeaths = UInt64(summary.deaths)
    memoryRestarts = progress.memoryRestarts
    knownMilliseconds = progress.knownMilliseconds
    residentKibibytes = progress.residentKibibytes
  }
}

extension RunReport.UndecidedShare {
  static func all(_ map: UndecidedMap) -> [Self] {
    UndecidedCause.Kind.allCases.compactMap { kind in
      map.shares[kind].map { share in
        Self(
          cause: kind.name, total: UInt64(share.total), rows: share.rows.mapValues { UInt64($0) },
          templates: share.templates.mapValues { UInt64($0) })
      }
    }
  }
}

extension RunReport.Rule.Kind {
  init(_ name: InvariantName) {
    let row = Judge.invariants.first { $0.name == name }
    if row is any ProcessInvariant {
      self = .process
    } else {
      self = Judge.modelled.contains(name) ? .model : .trace
    }
  }
}

extension ReportedFinding {
  init(_ found: CampaignFinding, _ record: RunRecord) {
    let finding = found.finding
    invariant = finding.invariant.rawValue
    message = found.title
    fingerprint = found.fingerprint.description
    cause = found.cause
    size = found.size
    operators =
      KnownFailure.namesSite(finding)
      ? [] : KnownFailure.operators(of: finding.scenario.chain).sorted()
    isKnown = found.isExpected
    repeats = found.repeats
    file = found.file
    seed = finding.seed.map { String($0) }
    iteration = finding.iteration.map { String($0) }
    scenario = ScenarioCodec.print(finding.scenario)
    schedule = finding.schedule
    lanes = LaneDrawing(finding)
    trace = finding.records.isEmpty ? nil : LaneDiagram.draw(finding)
    details = finding.details.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { String(SwitchLine.unnumbered($0)) }.joined(separator: "\n")
    shrinking = found.shrinking?.words
    replay = record.replayCommand(found)
    test = record.phrase?(
      CorpusFile(
        finding.scenario, schedule: finding.schedule,
        verdict: CorpusFile.Verdict(finding.invariant, finding.message)))
  }

  init(_ found: PrimitiveCampaign.Found, _ record: RunRecord) {
    kind = .primitive
    invariant = found.invariant.rawValue
    message = found.title
    fingerprint = found.fingerprint.description
    cause = found.cause
    size = found.script.utf8.count
    operators = [found.primitive]
    isKnown = found.isExpected
    file = found.file
    scenario = found.script
    primitive = found.primitive
    details = found.details.joined(separator: "\n")
    shrinking = found.shrinking?.words
    replay = PrimitiveReport.replayCommand(found, seed: record.seed, command: record.tool)
  }

  /// Scenario, trace and place, for readers that show the message themselves.
  var evidence: String {
    if kind == .primitive { return "primitive \(scenario)\n\nreplay    \(replay)" }
    var lines = scenario.split(separator: "\n").map(String.init)
    if let schedule { lines.append("schedule  \(schedule)") }
    if let trace { lines += ["", trace.trimmedEnd] }
    let details = detailsBelowTrace.trimmedEnd
    if !details.isEmpty { lines += [""] + FindingReport.shortened(details).map { "  \($0)" } }
    lines.append("")
    if let seed, let iteration { lines.append("found     seed \(seed), iteration \(iteration)") }
    lines.append("replay    \(replay)")
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// Without line ends at its end.
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while let last = text.last, last.isNewline { text.removeLast() }
    return String(text)
  }
}
