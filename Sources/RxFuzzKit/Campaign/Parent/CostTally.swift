/// What known crashes and hangs cost a run, and how seldom they are therefore met on purpose.
///
/// A process that ends in the middle of its work costs the time to see that it has, and another process. A library with
/// a defect that is easily met would have a run spend its time on nothing else.
struct CostTally {
  /// The share of its time that a run may spend on failures that it knows.
  static let shareMax = 0.2
  /// Of so many scenarios that hold a known core, one is raced: while it costs little, something, or too much.
  private static let periods = (cheap: 1 as UInt64, usual: 8 as UInt64, dear: 64 as UInt64)
  /// The share from which on the usual period holds.
  private static let shareUsual = 0.05
  /// What it takes to start another process.
  private static let restartMilliseconds: UInt64 = 100

  /// What they have cost, in all processes together.
  private(set) var spentMilliseconds: UInt64 = 0
  /// By their fingerprints, the failures that have ended a process.
  private var deadly: Set<FindingFingerprint> = []
  /// Checks that have ended one by themselves.
  private var deadlyChecks: Set<PrimitiveProgram> = []

  /// A process has ended, after so much time on its last piece of work.
  /// - Parameter isNew: whether the run has learned by it of a failure that is not on record.
  mutating func add(_ fingerprint: FindingFingerprint, isNew: Bool, milliseconds: UInt64) {
    deadly.insert(fingerprint)
    spend(milliseconds, isNew: isNew)
  }

  /// The same in the middle of a script.
  /// - Parameter part: of it, which is known to have been the one.
  mutating func add(_ part: PrimitiveProgram?, isNew: Bool, milliseconds: UInt64) {
    if let part, part.isSmallest { deadlyChecks.insert(part) }
    spend(milliseconds, isNew: isNew)
  }

  private mutating func spend(_ milliseconds: UInt64, isNew: Bool) {
    if !isNew { spentMilliseconds += milliseconds + Self.restartMilliseconds }
  }

  /// Of so many, one is raced, if it holds what is known.
  private func period(workedMilliseconds: UInt64) -> UInt64 {
    let share = Double(spentMilliseconds) / Double(max(1, workedMilliseconds))
    return share > Self.shareMax
      ? Self.periods.dear : share > Self.shareUsual ? Self.periods.usual : Self.periods.cheap
  }

  /// What is to be left out from now on of what is drawn.
  /// - Parameters:
  ///   - known: the failures on record, whose scenarios are smaller than those that show them again.
  ///   - workedMilliseconds: of all processes together.
  func avoidance(
    of findings: [CampaignFinding], known: [KnownFailure] = [], workedMilliseconds: UInt64
  ) -> Avoidance {
    guard !deadly.isEmpty else { return Avoidance() }
    let period = period(workedMilliseconds: workedMilliseconds)
    if period == Self.periods.cheap { return Avoidance() }
    let small = findings.filter { deadly.contains($0.fingerprint) && !$0.isToBeShrunk }
    let scenarios = small.map { found in
      known.first { $0.path != nil && $0.path == found.file }?.scenario ?? found.finding.scenario
    }
    return Avoidance(scenarios, period: period)
  }

  /// What is raced of a script whose turn it is: all of it most of the time, or the checks that do not end the process; nil where
  /// nothing is left of it.
  func rest(
    of program: PrimitiveProgram, turn: UInt64, workedMilliseconds: UInt64
  ) -> PrimitiveProgram? {
    guard turn % period(workedMilliseconds: workedMilliseconds) != 0 else { return program }
    return program.without(deadlyChecks)
  }
}
