extension RunReport {
  /// Why reports cannot become one: one line.
  public struct MergeFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// Takes in the report of another shard of the same run: sums are added up, and a finding of both is one.
  public mutating func merge(_ other: RunReport) throws(MergeFailure) {
    guard library == other.library else {
      throw MergeFailure(description: "one is of \(library), the other of \(other.library)")
    }
    guard seed == other.seed else {
      throw MergeFailure(description: "one has seed \(seed), the other \(other.seed)")
    }
    if let shard = shards.first(where: other.shards.contains) {
      throw MergeFailure(description: "shard \(shard) is in both")
    }
    guard shards.isEmpty == other.shards.isEmpty,
      Set((shards + other.shards).map(\.shardCount)).count < 2
    else { throw MergeFailure(description: "they are not shards of the same run") }
    shards += other.shards
    // Findings outweigh what kept a shard from its end, and that outweighs a clean one.
    exitCode = exitCode == 1 || other.exitCode == 1 ? 1 : max(exitCode, other.exitCode)
    ended = ended ?? other.ended
    wasSuccessful = wasSuccessful && other.wasSuccessful
    for entry in other.environment where !environment.contains(entry) { environment.append(entry) }
    counts.add(other.counts)
    for finding in other.findings { take(finding) }
    findingsUnlisted += other.findingsUnlisted
    outcomes = GradedOutcome.merged(outcomes + other.outcomes)
    mergeCoverage(other)
    timeline = RunTimeline.merged(timeline, other.timeline)
    for rule in other.rules where !rules.contains(where: { $0.name == rule.name }) {
      rules.append(rule)
    }
    for note in other.notes where !notes.contains(note) { notes.append(note) }
  }

  /// The shards that are missing from a whole run, in order.
  public var missingShards: [String] {
    guard let count = shards.first?.shardCount, count <= 1_000_000 else { return [] }
    let present = Set(shards)
    return (0..<count).map { "\($0 + 1)/\(count)" }.filter { !present.contains($0) }
  }

  private mutating func take(_ finding: ReportedFinding) {
    guard
      let index = findings.firstIndex(where: {
        $0.kind == finding.kind && $0.identity == finding.identity
      })
    else { return findings.append(finding) }
    let repeats = findings[index].repeats + finding.repeats + 1
    let isKnown = findings[index].isKnown || finding.isKnown
    // The smaller scenario says more.
    if finding.scenario.utf8.count < findings[index].scenario.utf8.count {
      findings[index] = finding
    }
    findings[index].repeats = repeats
    findings[index].isKnown = isKnown
  }

  private mutating func mergeCoverage(_ other: RunReport) {
    if let theirs = other.coverage {
      if coverage == nil { coverage = theirs } else { coverage?.merge(theirs) }
    }
    for share in other.undecided {
      guard let index = undecided.firstIndex(where: { $0.cause == share.cause }) else {
        undecided.append(share)
        continue
      }
      undecided[index].total += share.total
      undecided[index].rows.merge(share.rows, uniquingKeysWith: +)
      undecided[index].templates.merge(share.templates, uniquingKeysWith: +)
    }
  }
}

extension RunReport.Counts {
  /// Adds those of a part that ran at the same time.
  fileprivate mutating func add(_ other: Self) {
    raced += other.raced
    overlapped += other.overlapped
    firstQueueFirst += other.firstQueueFirst
    undecided += other.undecided
    skipped += other.skipped
    schedules += other.schedules
    exploredMicroseconds += other.exploredMicroseconds
    primitiveScripts += other.primitiveScripts
    primitiveRaces += other.primitiveRaces
    milliseconds = max(milliseconds, other.milliseconds)
    workerDeaths += other.workerDeaths
    memoryRestarts += other.memoryRestarts
    knownMilliseconds = max(knownMilliseconds, other.knownMilliseconds)
    residentKibibytes = max(residentKibibytes, other.residentKibibytes)
  }
}

extension String {
  /// How many shards there are, of `2/8`.
  fileprivate var shardCount: Int? { split(separator: "/").last.flatMap { Int($0) } }
}
