/// Makes the scenario of a finding smaller, step by step, as long as it shows the same failure.
///
/// It proposes trials and is told how they ended; who runs them, where, and for how long is not its
/// business. The same failure means the same fingerprint: invariant and normalised message. What fails only
/// now and then is confirmed k times out of n, in rounds as long as the finding's own rate of failure asks
/// for, so that the result fails about as often as what was found.
/// Thread-safety: a value without shared state.
public struct Shrinker: Sendable {
  /// One scenario, to be raced until the failure is seen or the races are used up.
  public struct Trial: Sendable {
    public var scenario: Scenario
    public var races: UInt64
  }

  /// How a trial ended.
  public enum Outcome: Sendable {
    /// The failure was seen, within so many races.
    case failed(Finding, races: UInt64)
    /// It was not seen.
    case held(races: UInt64)
  }

  /// How shrinking stands.
  public enum State: Hashable, Sendable {
    /// The finding itself is raced again.
    case confirming
    case shrinking
    /// The finding did not fail again often enough to tell candidates apart.
    case notReproduced
    /// No pass knows anything smaller that still fails.
    case minimal
    /// Time or the bound on candidates ended it; the result is smaller, maybe not the smallest.
    case cut
  }

  public private(set) var state = State.confirming
  /// The failing scenario with its trace: the finding itself, or the smallest so far.
  public private(set) var best: Finding
  /// What a failure must have to be the same. From the first failure on it names the message, too.
  public private(set) var lock: FindingFingerprint?
  /// Sizes before and now.
  public let sizeBefore: ScenarioSize
  public private(set) var size: ScenarioSize
  public private(set) var trials = 0

  private let isFit: @Sendable (Scenario) -> Bool
  private let passes: [any ShrinkPass]
  private var current: ShrinkDraft
  private var candidate: ShrinkDraft
  private var round = Round()
  private var roundRaces = ShrinkLimits.roundRaces.upperBound
  private var tried: Set<Scenario> = []
  private var pass = 0
  private var position = 0
  private var candidatesTried = 0
  private var improvedInCycle = false

  /// What the rounds of one candidate have shown.
  private struct Round {
    var hits = 0
    var misses = 0
    var races: UInt64 = 0
    var last: Finding?
  }

  /// - Parameters:
  ///   - lock: what a failure must have to be the same; nil for whatever fails first.
  ///   - choices: the recording that means the finding's scenario, if it is known.
  public init(
    _ finding: Finding, lock: FindingFingerprint?, choices: [UInt32]? = nil,
    library: any LibraryUnderTest
  ) {
    best = finding
    self.lock = lock
    current = ShrinkDraft(finding.scenario, choices: choices)
    candidate = current
    size = ScenarioSize(finding.scenario)
    sizeBefore = size
    passes = ShrinkPasses.all(generator: ScenarioGenerator(library: library))
    isFit = { scenario in
      ScenarioLaws.validate(scenario, subjectsSerialise: library.serialisesSubjects) == nil
        && (try? ScenarioPlan(scenario, library: library)) != nil
    }
  }

  /// The next trial, the same until it is recorded; nil when shrinking has ended.
  public var trial: Trial? {
    switch state {
    case .confirming, .shrinking: Trial(scenario: candidate.scenario, races: roundRaces)
    case .notReproduced, .minimal, .cut: nil
    }
  }

  /// Takes in how the trial ended.
  public mutating func record(_ outcome: Outcome) {
    trials += 1
    switch outcome {
    case .failed(let finding, let races):
      if lock?.isInvariantOnly ?? true { lock = FindingFingerprint(finding) }
      round.hits += 1
      round.races += races
      round.last = finding
    case .held(let races):
      round.misses += 1
      round.races += races
    }
    switch state {
    case .confirming: confirm()
    case .shrinking: decide()
    case .notReproduced, .minimal, .cut: break
    }
  }

  /// Ends shrinking with what there is.
  public mutating func cut() {
    if trial != nil { state = state == .confirming ? .notReproduced : .cut }
  }

  // MARK: Rounds

  private mutating func confirm() {
    if round.hits >= ShrinkLimits.hitsWanted {
      adopt()
      state = .shrinking
      improvedInCycle = false
      advance()
    } else if round.hits + round.misses >= ShrinkLimits.confirmingRoundsMax {
      state = .notReproduced
    }
  }

  private mutating func decide() {
    if round.hits >= ShrinkLimits.hitsWanted {
      adopt()
      improvedInCycle = true
      advance()
    } else if round.misses > ShrinkLimits.roundsMax - ShrinkLimits.hitsWanted {
      // The next cycle may propose it again in vain; the set of those tried keeps it out.
      position += 1
      advance()
    }
  }

  /// The candidate becomes what candidates are made from.
  private mutating func adopt() {
    current = candidate
    size = ScenarioSize(current.scenario)
    if let seen = round.last {
      best.invariant = seen.invariant
      best.message = seen.message
      best.scenario = current.scenario
      best.records = seen.records
      best.details = seen.details
      best.schedule = seen.schedule
    }
    // Rounds only get shorter, so that step after step the failure cannot become rarer than it was.
    let wanted = ShrinkLimits.roundFactor * round.races / UInt64(round.hits)
    let bounds = ShrinkLimits.roundRaces
    roundRaces = min(roundRaces, max(bounds.lowerBound, min(wanted, bounds.upperBound)))
  }

  // MARK: Candidates

  /// Goes to the next candidate, pass by pass, until a whole cycle of passes brought nothing.
  private mutating func advance() {
    round = Round()
    while true {
      let proposed = passes[pass].candidates(of: current)
      while position < proposed.count {
        if let next = worthwhile(proposed[position]) { return begin(next) }
        position += 1
      }
      position = 0
      pass += 1
      guard pass == passes.count else { continue }
      guard improvedInCycle else {
        state = .minimal
        return
      }
      improvedInCycle = false
      pass = 0
    }
  }

  private mutating func begin(_ next: ShrinkDraft) {
    guard candidatesTried < ShrinkLimits.candidatesMax else {
      state = .cut
      return
    }
    candidatesTried += 1
    candidate = next
  }

  /// The proposal made whole, if it is lawful, smaller and new.
  private mutating func worthwhile(_ proposed: ShrinkDraft) -> ShrinkDraft? {
    var draft = proposed
    draft.scenario = ScenarioRepair.repaired(proposed.scenario)
    if draft.scenario != proposed.scenario { draft.choices = nil }
    guard ScenarioSize(draft.scenario) < size, !tried.contains(draft.scenario),
      isFit(draft.scenario)
    else { return nil }
    tried.insert(draft.scenario)
    return draft
  }
}
