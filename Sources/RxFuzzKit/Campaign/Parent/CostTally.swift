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

  private var spentMilliseconds: UInt64 = 0
  /// By their fingerprints, the failures that have ended a process.
  private var deadly: Set<FindingFingerprint> = []

  /// A process has ended by that failure, after so much time on its last piece of work.
  mutating func add(_ fingerprint: FindingFingerprint, milliseconds: UInt64) {
    if !deadly.insert(fingerprint).inserted {
      spentMilliseconds += milliseconds + Self.restartMilliseconds
    }
  }

  /// What is to be left out from now on.
  /// - Parameter workedMilliseconds: of all processes together.
  func avoidance(
    of findings: [CampaignFinding], workedMilliseconds: UInt64
  ) -> Avoidance {
    guard !deadly.isEmpty else { return Avoidance() }
    let share = Double(spentMilliseconds) / Double(max(1, workedMilliseconds))
    let period =
      share > Self.shareMax
      ? Self.periods.dear : share > Self.shareUsual ? Self.periods.usual : Self.periods.cheap
    if period == Self.periods.cheap { return Avoidance() }
    let small = findings.filter { deadly.contains($0.fingerprint) && !$0.isToBeShrunk }
    return Avoidance(small.map(\.finding.scenario), period: period)
  }
}
