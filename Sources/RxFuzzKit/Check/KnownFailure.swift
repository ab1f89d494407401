/// A failure that is on record, and what it takes for another one to be the same.
///
/// The message of a crash or a data race names its site. What a judge sees has no site of its own, so there
/// the operators of the recorded scenario stand for it: a graph without one of them fails for another reason. A crash
/// without a site is distinguished from others by all that the recorded scenario consists of.
public struct KnownFailure: Hashable, Sendable {
  public let fingerprint: FindingFingerprint
  /// Operators of the recorded graph. Where it has none, the failure needs none, and every graph shows it.
  public let operators: Set<String>
  /// The corpus file that holds it, if one does.
  public let path: String?
  /// The recorded scenario, and what it consists of.
  let scenario: Scenario
  private let core: ScenarioCore
  /// Of a data race that was recorded with them.
  let lines: RaceLines?
  /// Of a crash that was recorded with it: the words of one trap differ from build to build.
  private let crashLine: Substring?

  public init(_ finding: Finding, path: String? = nil) {
    fingerprint = FindingFingerprint(finding)
    operators = Self.operators(of: finding.scenario.chain)
    self.path = path
    scenario = finding.scenario
    core = ScenarioCore(finding.scenario)
    lines = finding.invariant == .race1 ? RaceLines(finding.message) : nil
    crashLine = finding.invariant == .crash1 ? Self.line(ofCrash: finding) : nil
  }

  /// `Cache.swift:12` of `message (Module/Cache.swift:12)`, or nil.
  private static func line(ofCrash finding: Finding) -> Substring? {
    guard let site = CrashText.site(ofMessage: finding.message), !site.hasPrefix("Swift/") else {
      return nil
    }
    return site.split(separator: "/").last
  }

  /// Whether this is a data race between those lines.
  func isRace(between lines: RaceLines?) -> Bool { lines != nil && self.lines == lines }

  /// Whether that is a crash of the same line, whatever the build says of it; or of the same file, in a scenario that has this one's
  /// in it: the lines of what is inlined are those of its caller in one build and its own in another.
  private func isCrash(_ finding: Finding) -> Bool {
    guard finding.invariant == .crash1, let line = Self.line(ofCrash: finding), let crashLine else {
      return false
    }
    if line == crashLine { return true }
    return RaceLines.file(line) == RaceLines.file(crashLine)
      && core.isContained(in: finding.scenario)
  }

  /// Whether that is a thread that waits for ever, in a scenario that has this one's in it, whatever the engine says of it: free
  /// races name the call that did not return, which may be a subscription or a disposal, controlled schedules the tasks that
  /// wait.
  private func isHang(_ finding: Finding) -> Bool {
    isAlike(finding, [.live1, .disp2]) && core.isContained(in: finding.scenario)
  }

  /// Whether those are two calls of one observer at once, in a graph that has this one's operators, seen to overlap or found to
  /// be kept apart by nothing.
  private func isOverlap(_ finding: Finding) -> Bool {
    isAlike(finding, [.ser1, .ser2])
      && operators.isSubset(of: Self.operators(of: finding.scenario.chain))
  }

  /// Whether both break one of those rules.
  private func isAlike(_ finding: Finding, _ rules: [InvariantName]) -> Bool {
    rules.contains(finding.invariant)
      && rules.contains { $0.rawValue == fingerprint.invariantName }
  }

  /// Whether that is the same in other words, in a scenario that has this one's in it or at the same place.
  func isSimilar(to finding: Finding) -> Bool {
    isCrash(finding) || isHang(finding) || isOverlap(finding)
  }

  /// Whether that finding is this failure in another scenario, as far as the two can be compared.
  public func explains(_ finding: Finding) -> Bool {
    if finding.invariant == .race1, isRace(between: RaceLines(finding.message)) {
      return true
    }
    if isSimilar(to: finding) { return true }
    guard FindingFingerprint(finding) == fingerprint else { return false }
    if Self.namesSite(finding) { return true }
    // Of a crash there is nothing but what led to it: any other scenario may have another cause.
    if finding.invariant == .crash1 { return core.isContained(in: finding.scenario) }
    return operators.isSubset(of: Self.operators(of: finding.scenario.chain))
  }

  /// Whether the message distinguishes one place in the code from another.
  static func namesSite(_ finding: Finding) -> Bool {
    switch finding.invariant {
    case .race1: true
    case .crash1, .disp7: CrashText.site(ofMessage: finding.message) != nil
    case .gram1, .term1, .term2, .ser1, .ser2, .reent1, .comp1, .err1, .val1, .ord1, .ref1, .disp1,
      .disp2, .disp3, .disp4, .disp5, .disp6, .disp8, .sub1, .share1, .subj1, .sched1, .sched2,
      .leak1,
      .live1, .live2, .time1, .iso1, .grow1:
      false
    }
  }

  static func operators(of chain: Chain) -> Set<String> {
    Set(chain.nodes.filter { !$0.inputs.isEmpty }.map(\.row))
  }
}
