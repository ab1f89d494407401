/// What became of one mutant with each seed.
public struct HuntRow: Equatable, Sendable {
  public let mutant: Mutant
  /// In the order of the seeds.
  public let outcomes: [Hunt.Outcome]

  public init(mutant: Mutant, outcomes: [Hunt.Outcome]) {
    self.mutant = mutant
    self.outcomes = outcomes
  }

  /// Whether every seed found it.
  public var isFound: Bool {
    outcomes.allSatisfy { outcome in
      switch outcome {
      case .found: true
      case .missed, .broken: false
      }
    }
  }

  /// Races to the first finding with each seed; nil where there was none.
  public var races: [Int?] {
    outcomes.map { outcome in
      switch outcome {
      case .found(_, let races, _): races
      case .missed, .broken: nil
      }
    }
  }

  /// Seconds of each run that ended.
  public var seconds: [Double] {
    outcomes.compactMap { outcome in
      switch outcome {
      case .found(_, _, let seconds), .missed(let seconds): seconds
      case .broken: nil
      }
    }
  }

  /// The invariants that detected it, each with the number of seeds, the most frequent first.
  public var judges: [(name: String, count: Int)] {
    var counts: [String: Int] = [:]
    for case .found(let invariants, _, _) in outcomes {
      for name in invariants { counts[name, default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (name: $0.key, count: $0.value) }
  }

  /// What ThreadSanitizer detects, for any bug that leaves something unordered.
  private static let sanitizerJudges: Set = ["RACE-1", "SER-2"]

  /// Invariants that detected it although they were not expected to.
  public var unexpected: [String] {
    judges.map(\.name).filter {
      !mutant.detectedBy.contains($0) && !Self.sanitizerJudges.contains($0)
    }
  }

  /// Why runs failed, each reason once.
  public var failures: [String] {
    var reasons: [String] = []
    for case .broken(let why) in outcomes where !reasons.contains(why) { reasons.append(why) }
    return reasons
  }
}
