/// The parent's list of what parts of the library did wrong when they were raced on their own: each failure once, kept
/// in the corpus.
///
/// Thread-safety: use from one thread.
struct PartDesk {
  private let table: PartTable
  private let plan: CampaignPlan
  private let reporter: any CampaignReporter
  private var saving: Bool
  /// Each failure once, in the order in which they were found.
  private(set) var findings: [PartCampaign.Found] = []

  init(plan: CampaignPlan, library: any LibraryUnderTest, reporter: any CampaignReporter) {
    self.plan = plan
    self.reporter = reporter
    saving = plan.savePart != nil
    table = PartTable(library: library)
  }

  /// Whether a run has parts to race at all.
  var hasParts: Bool { !table.parts.isEmpty }

  /// Saves and tells a failure; false where this run has told of it already.
  mutating func take(_ found: PartCampaign.Found, of unit: WorkUnit) -> Bool {
    let failure = PartFailure(found)
    guard !findings.contains(where: { PartFailure($0) == failure }),
      findings.count < CampaignLimits.findingsMax
    else { return false }
    var found = found
    let known = plan.partFiles.first { $0.failure == failure }
    found.isKnown = known != nil
    if case .partFile(let index) = unit.source {
      found.file = plan.partFiles[index].path
    } else {
      found.file = known?.path ?? save(found)
    }
    findings.append(found)
    reporter.found(found, seed: plan.seed)
    return true
  }

  /// What a child has told of a unit, or what its end means.
  func found(
    _ invariant: InvariantName, _ message: String, in unit: WorkUnit
  ) -> PartCampaign.Found {
    let (program, number) = work(of: unit)
    return PartCampaign.Found(
      number: number, program: program, invariant: invariant, message: message)
  }

  /// The script that a unit races, and its number; none where it is a file's.
  private func work(of unit: WorkUnit) -> (program: PartProgram, number: Int?) {
    if case .partFile(let index) = unit.source { return (plan.partFiles[index].program, nil) }
    let (part, number) = table.turn(unit.firstBatch)
    return (table.script(of: part, number: number, seed: plan.seed), number)
  }

  /// The script that a unit races.
  func program(of unit: WorkUnit) -> PartProgram { work(of: unit).program }

  /// The path of the finding's new file, or nil; a corpus that cannot be written is told once.
  private mutating func save(_ found: PartCampaign.Found) -> String? {
    guard saving, let save = plan.savePart else { return nil }
    do {
      return try save(found)
    } catch {
      saving = false
      reporter.note("findings are no longer saved: \(error.message)")
      return nil
    }
  }
}

/// What makes two failures of parts the same: the part, the rule, and the message, whatever the numbers in it.
///
/// Behind a colon stands what one race showed, which differs from script to script.
struct PartFailure: Hashable, Sendable {
  private let part: String
  private let fingerprint: FindingFingerprint

  init(part: String, invariant: InvariantName, message: String) {
    self.part = part
    // What a process died of has its site behind the colon.
    let words = invariant == .ref1 ? message.prefix { $0 != ":" } : message[...]
    fingerprint = FindingFingerprint(invariant: invariant, message: String(words))
  }

  init(_ found: PartCampaign.Found) {
    self.init(part: found.part, invariant: found.invariant, message: found.message)
  }
}
