/// What a run has found: each distinct finding once, kept in the corpus and told to the reporter.
struct FindingLedger {
  /// In the order in which they were found.
  private(set) var findings: [CampaignFinding] = []
  /// Findings beyond the bound, neither printed nor saved.
  private(set) var unlisted: UInt64 = 0
  private var indices: [FindingFingerprint: Int] = [:]
  private let plan: CampaignPlan
  private let reporter: any CampaignReporter
  private var saving: Bool

  init(plan: CampaignPlan, reporter: any CampaignReporter) {
    self.plan = plan
    self.reporter = reporter
    saving = plan.save != nil
  }

  /// A child has found again what it has told before.
  mutating func repeated(_ fingerprint: FindingFingerprint) {
    if let index = indices[fingerprint] {
      findings[index].repeats += 1
    } else {
      unlisted += 1
    }
  }

  /// Saves and tells a finding, in this order, so that nothing is told that a sudden end could lose.
  /// - Parameters:
  ///   - file: index of the plan's file whose race showed it, if any.
  ///   - takesForShrinking: called with a new finding's index; says whether it is going to be shrunk.
  mutating func record(
    _ finding: Finding, file: Int?, takesForShrinking: (Int) -> Bool = { _ in false }
  ) {
    let fingerprint = FindingFingerprint(finding)
    guard indices[fingerprint] == nil else { return repeated(fingerprint) }
    guard findings.count < CampaignLimits.findingsMax else {
      unlisted += 1
      return
    }
    indices[fingerprint] = findings.count
    let path = file.map { plan.files[$0].path } ?? save(finding)
    var found = CampaignFinding(
      finding: finding, fingerprint: fingerprint, file: path, isReplayed: file != nil)
    if file == nil { found.isToBeShrunk = takesForShrinking(findings.count) }
    findings.append(found)
    reporter.found(found)
  }

  /// Takes in what the caller of the tool already knows; it is neither saved nor told.
  mutating func adopt(_ order: CampaignPlan.ShrinkOrder) {
    let fingerprint = FindingFingerprint(order.finding)
    indices[fingerprint] = findings.count
    var found = CampaignFinding(
      finding: order.finding, fingerprint: fingerprint, file: order.path, isReplayed: true)
    found.isToBeShrunk = true
    findings.append(found)
  }

  /// A finding's shrinking has ended: what is left takes its place, in the list and in the corpus.
  mutating func settle(_ ended: ShrinkDesk.Ended) {
    findings[ended.index].isToBeShrunk = false
    findings[ended.index].shrinking = ended.report
    let old = findings[ended.index].finding
    if ended.finding.scenario != old.scenario || ended.finding.schedule != old.schedule {
      findings[ended.index].file = replace(findings[ended.index].file, by: ended.finding)
    }
    findings[ended.index].finding = ended.finding
    reporter.shrunk(findings[ended.index], ordinal: ended.index + 1)
  }

  /// The path of the file that holds it now, the old one where that could not be replaced.
  private mutating func replace(_ old: String?, by finding: Finding) -> String? {
    guard let old, let replace = plan.replace else { return old ?? save(finding) }
    do {
      return try replace(finding, old)
    } catch {
      reporter.note("`\(old)` stays as it was found: \(error.message)")
      return old
    }
  }

  /// The path of the finding's new file, or nil; a corpus that cannot be written is told once.
  private mutating func save(_ finding: Finding) -> String? {
    guard saving, let save = plan.save else { return nil }
    do {
      return try save(finding)
    } catch {
      saving = false
      reporter.note("findings are no longer saved: \(error.message)")
      return nil
    }
  }
}
