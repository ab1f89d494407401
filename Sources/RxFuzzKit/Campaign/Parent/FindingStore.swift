import ScheduleKit

/// What a run has found: each distinct failure once, kept in the corpus and reported.
///
/// Before a finding is shrunk its operators say little, so others with its fingerprint count as repeats and
/// some of them wait; once it is small, those that it does not explain become findings of their own.
struct FindingStore {
  /// In the order in which they were found.
  private(set) var findings: [CampaignFinding] = []
  /// Findings beyond the bound, neither printed nor saved.
  private(set) var unlisted: UInt64 = 0
  private var indices: [FindingFingerprint: [Int]] = [:]
  /// By the index of the finding that each of them waits for.
  private var waiting: [Int: [Finding]] = [:]
  private var movedRaces = MovedRaces()
  private let plan: CampaignPlan
  private let reporter: any CampaignReporter
  private var saving: Bool

  init(plan: CampaignPlan, reporter: any CampaignReporter) {
    self.plan = plan
    self.reporter = reporter
    saving = plan.save != nil
  }

  /// A child has found again what it has reported before.
  mutating func repeated(_ fingerprint: FindingFingerprint) {
    if let index = indices[fingerprint]?.first {
      findings[index].repeats += 1
    } else {
      unlisted += 1
    }
  }

  /// Saves and reports a finding, in this order, so that nothing is reported that a sudden end could lose.
  /// - Parameters:
  ///   - file: index of the plan's file whose race showed it, if any.
  ///   - takesForShrinking: called with a new finding's index; says whether it is going to be shrunk.
  /// - Returns: whether it is news: neither found before in this run nor on record.
  @discardableResult
  mutating func record(
    _ finding: Finding, file: Int?, takesForShrinking: (Int) -> Bool = { _ in false }
  ) -> Bool {
    let fingerprint = FindingFingerprint(finding)
    if let index = explanation(of: finding, file: file) {
      findings[index].repeats += 1
      return false
    }
    // Looked up only where it is wanted: that asks the system's tools.
    lazy var title = PlaceText(finding.message).named()
    let lines = finding.invariant == .race1 ? RaceLines(title) : nil
    let replayed = file.map { plan.files[$0].path }
    let known = known(finding, lines, showedBy: replayed)
    if let known, let path = known.path, path == replayed {
      movedRaces.note(lines, by: path, recordedAs: known.lines)
    }
    if let index = findings.firstIndex(where: { repeats($0, known) }) {
      findings[index].repeats += 1
      return false
    }
    guard findings.count < CampaignLimits.findingsMax else {
      unlisted += 1
      return false
    }
    // A file of a known failure that fails in another way, too, does not hold that.
    let path = known?.path ?? (plan.expects(replayed) ? nil : replayed)
    let index = findings.count
    indices[fingerprint, default: []].append(index)
    var finding = finding
    finding.details = ProcessWords.readable(finding.details, of: finding.invariant)
    var found = CampaignFinding(
      finding: finding, fingerprint: fingerprint,
      file: path ?? save(Self.lasting(finding, title: title)),
      isReplayed: file != nil)
    found.isKnown = known != nil
    found.isExpected = plan.expects(known?.path)
    found.readableMessage = title
    if path == nil { found.isToBeShrunk = takesForShrinking(index) }
    findings.append(found)
    reporter.found(found)
    return known == nil
  }

  /// The failure on record that this is. The file that showed it stands for what it is kept for, in whatever words.
  private func known(
    _ finding: Finding, _ lines: RaceLines?, showedBy replayed: String?
  ) -> KnownFailure? {
    let fingerprint = FindingFingerprint(finding)
    return plan.known.first {
      let isItself = replayed != nil && replayed == $0.path
      guard isItself || replayed == nil || plan.expects($0.path) else { return false }
      if $0.isRace(between: lines) || hasMoved($0, to: lines) { return true }
      return isItself
        ? $0.fingerprint == fingerprint || $0.fingerprint.leavesNothingCertain
          || $0.isSimilar(to: finding)
        : $0.explains(finding)
    }
  }

  /// Whether that is a data race on record that has been shown between those lines.
  private func hasMoved(_ known: KnownFailure, to lines: RaceLines?) -> Bool {
    movedRaces.path(of: lines).map { $0 == known.path } ?? false
  }

  /// True if it has reported that failure already: in another graph, perhaps, that the recorded one explains.
  private func repeats(_ found: CampaignFinding, _ known: KnownFailure?) -> Bool {
    guard let known else { return false }
    guard found.isKnown && found.file == known.path else { return false }
    let lines = RaceLines(found.title)
    return found.fingerprint == known.fingerprint || known.isRace(between: lines)
      || hasMoved(known, to: lines) || known.isSimilar(to: found.finding)
  }

  /// The finding of this run that the new one repeats, if there is one.
  private mutating func explanation(of finding: Finding, file: Int?) -> Int? {
    let alike = indices[FindingFingerprint(finding)] ?? []
    if alike.count >= CampaignLimits.variantsMax { return alike.last }
    for index in alike {
      let found = findings[index]
      if KnownFailure(found.finding).explains(finding) { return index }
      // One that stays as it was found says too little to distinguish another one from it.
      guard found.isToBeShrunk || found.shrinking?.state != .minimal, !found.isKnown else {
        continue
      }
      if found.isToBeShrunk, waiting[index, default: []].count < CampaignLimits.waitingMax {
        waiting[index, default: []].append(finding)
      }
      return index
    }
    return nil
  }

  /// Takes in what the caller of the tool already knows; it is neither saved nor reported.
  mutating func adopt(_ order: CampaignPlan.ShrinkOrder<Finding>) {
    let fingerprint = FindingFingerprint(order.finding)
    indices[fingerprint, default: []].append(findings.count)
    var found = CampaignFinding(
      finding: order.finding, fingerprint: fingerprint, file: order.path, isReplayed: true)
    found.isToBeShrunk = true
    findings.append(found)
  }

  /// A finding's shrinking has ended: what is left takes its place, in the list and in the corpus. Returns
  /// the findings that waited for it, to be recorded again.
  mutating func settle(_ ended: ShrinkQueue<Finding>.Ended) -> [Finding] {
    findings[ended.index].isToBeShrunk = false
    findings[ended.index].shrinking = ended.report
    let old = findings[ended.index].finding
    let title = PlaceText(ended.finding.message).named()
    if ended.finding.scenario != old.scenario || ended.finding.schedule != old.schedule {
      findings[ended.index].file = replace(
        findings[ended.index].file, by: Self.lasting(ended.finding, title: title))
    }
    let isAsFound = ended.finding.details == findings[ended.index].finding.details
    findings[ended.index].finding = ended.finding
    findings[ended.index].readableMessage = title
    if !isAsFound {
      findings[ended.index].finding.details = ProcessWords.readable(
        ended.finding.details, of: ended.finding.invariant)
    }
    reporter.shrunk(findings[ended.index], ordinal: ended.index + 1)
    let left = waiting.removeValue(forKey: ended.index) ?? []
    return left.filter { !KnownFailure(ended.finding).explains($0) }
  }

  /// As it is kept.
  private static func lasting(_ finding: Finding, title: String) -> Finding {
    var finding = finding
    finding.message = RaceLines.lasting(finding.message, title: title, of: finding.invariant)
    return finding
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

  /// The path of the finding's new file, or nil; a corpus that cannot be written is reported once.
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
