/// Makes what shows a failure smaller, step by step, as long as it shows the same failure.
///
/// It proposes trials and receives how they ended; who runs them, where, and for how long is not its
/// business. The same failure means the same fingerprint: invariant and normalised message. What fails only
/// now and then is confirmed k times out of n, in rounds as long as the finding's own rate of failure asks
/// for, so that the result fails about as often as what was found.
/// Thread-safety: a value without shared state.
struct Shrinker<Failure: ShrinkableFailure>: Sendable {
  typealias Draft = Failure.Draft

  /// One scenario or script, to be raced until the failure is seen or the races are used up.
  struct Trial: Sendable {
    var subject: Draft.Subject
    var races: UInt64
  }

  /// How a trial ended.
  enum Outcome: Sendable {
    /// The failure was seen, within so many races.
    case failed(Failure, races: UInt64)
    /// It was not seen.
    case held(races: UInt64)
  }

  private(set) var state = ShrinkState.confirming
  /// The failure itself, or the smallest so far, with its trace.
  private(set) var best: Failure
  /// What a failure must have to be the same. From the first failure on it names the message, too.
  private(set) var lock: FindingFingerprint?
  /// Sizes before and now.
  let sizeBefore: ShrinkSize
  private(set) var size: ShrinkSize
  private(set) var trials = 0

  private let library: any LibraryUnderTest
  private let passes: [any ShrinkPass<Draft>]
  private var current: Draft
  private var candidate: Draft
  private var round = Round()
  private var roundRaces = ShrinkLimits.roundRaces.upperBound
  private var tried: Set<Draft.Subject> = []
  private var pass = 0
  private var position = 0
  private var candidatesTried = 0
  private var improvedInCycle = false

  /// What the rounds of one candidate have shown.
  private struct Round {
    var hits = 0
    var misses = 0
    var races: UInt64 = 0
    var last: Failure?
  }

  /// - Parameters:
  ///   - lock: what a failure must have to be the same; nil for whatever fails first.
  ///   - draft: what is made smaller; nil: what the failure itself gives.
  init(
    _ failure: Failure, lock: FindingFingerprint?, draft: Draft? = nil,
    library: any LibraryUnderTest
  ) {
    best = failure
    self.lock = lock
    self.library = library
    current = draft ?? failure.draft(for: library)
    candidate = current
    size = Draft.size(of: current.subject)
    sizeBefore = size
    passes = Draft.passes(for: library)
  }

  /// The next trial, the same until it is recorded; nil when shrinking has ended.
  var trial: Trial? {
    switch state {
    case .confirming, .shrinking: Trial(subject: candidate.subject, races: roundRaces)
    case .notReproduced, .minimal, .cut: nil
    }
  }

  /// Takes in how the trial ended.
  mutating func record(_ outcome: Outcome) {
    trials += 1
    switch outcome {
    case .failed(let failure, let races):
      if lock?.isInvariantOnly ?? true { lock = failure.fingerprint }
      round.hits += 1
      round.races += races
      round.last = failure
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
  mutating func cut() {
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
    size = Draft.size(of: current.subject)
    if let seen = round.last { best.adopt(seen, of: current.subject) }
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

  private mutating func begin(_ next: Draft) {
    guard candidatesTried < ShrinkLimits.candidatesMax else {
      state = .cut
      return
    }
    candidatesTried += 1
    candidate = next
  }

  /// The proposal made whole, if it is lawful, smaller and new.
  private mutating func worthwhile(_ proposed: Draft) -> Draft? {
    let draft = proposed.repaired()
    guard Draft.size(of: draft.subject) < size, !tried.contains(draft.subject),
      draft.isFit(for: library)
    else { return nil }
    tried.insert(draft.subject)
    return draft
  }
}
