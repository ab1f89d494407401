/// The parent's list of what primitives did wrong when they were raced on their own: each failure once, kept
/// in the corpus.
///
/// Thread-safety: use from one thread.
struct PrimitiveShrinkQueue {
  private let table: PrimitiveTable
  private let plan: CampaignPlan
  private let reporter: any CampaignReporter
  private var saving: Bool
  private var movedRaces = MovedRaces()
  /// Each failure once, in the order in which they were found.
  private(set) var findings: [PrimitiveCampaign.Found] = []

  init(plan: CampaignPlan, library: any LibraryUnderTest, reporter: any CampaignReporter) {
    self.plan = plan
    self.reporter = reporter
    saving = plan.savePrimitive != nil
    table = PrimitiveTable(library: library)
  }

  /// Whether a run has primitives to race at all.
  var hasPrimitives: Bool { !table.primitives.isEmpty }

  /// Saves and reports a failure; false where this run has reported it already.
  /// - Parameter takesForShrinking: called with a new failure's index; says whether it is going to be shrunk.
  mutating func take(
    _ found: PrimitiveCampaign.Found, of unit: WorkUnit, takesForShrinking: (Int) -> Bool
  ) -> Bool {
    let failure = PrimitiveFailure(found)
    guard !findings.contains(where: { PrimitiveFailure($0) == failure }),
      findings.count < CampaignLimits.findingsMax
    else { return false }
    var found = found
    noteMove(of: found, showedBy: unit)
    let known = pathOfKnown(found, failure)
    let path = known ?? pathOfReplayed(unit)
    found.isExpected = plan.expects(path)
    found.isKnown = known != nil || found.isExpected
    found.details = Self.readable(found)
    found.file = path
    if path == nil {
      found.file = save(found)
      found.isToBeShrunk = takesForShrinking(findings.count)
    }
    findings.append(found)
    reporter.found(found, seed: plan.seed)
    return true
  }

  private static func readable(_ found: PrimitiveCampaign.Found) -> [String] {
    ProcessWords.readable(found.details.joined(separator: "\n"), of: found.invariant)
      .split(whereSeparator: \.isNewline).map(String.init)
  }

  /// The file that is raced again, where it holds whatever that shows: not one of a known failure, which holds that alone, if
  /// that leaves anything certain.
  private func pathOfReplayed(_ unit: WorkUnit) -> String? {
    guard case .primitiveFile(let index) = unit.source else { return nil }
    let file = plan.primitiveFiles[index]
    guard plan.expects(file.path) else { return file.path }
    return file.failure?.fingerprint.leavesNothingCertain == true ? file.path : nil
  }

  /// Takes in between which lines a file's own script shows its data race.
  private mutating func noteMove(of found: PrimitiveCampaign.Found, showedBy unit: WorkUnit) {
    guard found.invariant == .race1, case .primitiveFile(let index) = unit.source else { return }
    let file = plan.primitiveFiles[index]
    movedRaces.note(RaceLines(found.title), by: file.path, recordedAs: file.raceLines)
  }

  /// The file that holds the failure already: a data race also by its two lines, whatever was raced there.
  private func pathOfKnown(_ found: PrimitiveCampaign.Found, _ failure: PrimitiveFailure) -> String?
  {
    let files = plan.primitiveFiles + plan.knownPrimitives
    if let file = files.first(where: { $0.failure == failure }) { return file.path }
    guard found.invariant == .race1, let lines = RaceLines(found.title) else { return nil }
    return files.first { $0.raceLines == lines }?.path ?? movedRaces.path(of: lines)
      ?? plan.known.first { $0.isRace(between: lines) }?.path
  }

  /// Takes in what the caller of the tool already knows; it is neither saved nor reported.
  mutating func adopt(_ order: CampaignPlan.ShrinkOrder<PrimitiveCampaign.Found>) {
    var found = order.finding
    found.file = order.path
    found.isToBeShrunk = true
    findings.append(found)
  }

  /// A failure's shrinking has ended: what is left takes its place, in the list and in the corpus.
  mutating func settle(_ ended: ShrinkQueue<PrimitiveCampaign.Found>.Ended) {
    let old = findings[ended.index]
    var found = ended.finding
    found.file = old.file
    found.details = found.details.isEmpty ? old.details : Self.readable(found)
    found.shrinking = ended.report
    if found.program != old.program { found.file = replace(old.file, by: found) }
    findings[ended.index] = found
    reporter.shrunk(found, seed: plan.seed)
  }

  /// What a child has reported of a unit, or what its end means.
  /// - Parameters:
  ///   - script: what it races, where that is not generated.
  ///   - part: of the script, which shows it by itself.
  func found(
    _ invariant: InvariantName, _ message: String, in unit: WorkUnit, script: PrimitiveProgram?,
    part: PrimitiveProgram? = nil
  ) -> PrimitiveCampaign.Found {
    let turn = unit.source == .primitives ? table.turn(unit.firstBatch) : nil
    let drawn = turn.map { table.script(of: $0.primitive, number: $0.number, seed: plan.seed) }
    guard let program = part ?? script ?? drawn else {
      preconditionFailure("a unit of \(unit.source) races no primitive")
    }
    return PrimitiveCampaign.Found(
      number: turn?.number, program: program, invariant: invariant, message: message)
  }

  /// The script whose turn it is in a unit. Precondition: the unit races generated ones.
  func program(of unit: WorkUnit) -> PrimitiveProgram {
    table.program(ofTurn: unit.firstBatch, seed: plan.seed)
  }

  /// The path of the file that holds it now, the old one where that could not be replaced.
  private mutating func replace(_ old: String?, by found: PrimitiveCampaign.Found) -> String? {
    guard let old, let replace = plan.replacePrimitive else { return old ?? save(found) }
    do {
      return try replace(found, old)
    } catch {
      reporter.note("`\(old)` stays as it was found: \(error.message)")
      return old
    }
  }

  /// The path of the finding's new file, or nil; a corpus that cannot be written is reported once.
  private mutating func save(_ found: PrimitiveCampaign.Found) -> String? {
    guard saving, let save = plan.savePrimitive else { return nil }
    do {
      return try save(found)
    } catch {
      saving = false
      reporter.note("findings are no longer saved: \(error.message)")
      return nil
    }
  }
}
