/// Counts the distinct traces of one scenario, and judges each of them once.
///
/// Thread-safety: each racer owns one, and is given the traces whose fingerprint falls to it, so that no
/// trace is judged twice and nothing is shared.
struct TraceCensus {
  /// Distinct traces remembered; beyond these, traces are judged again each time.
  static let tracesMax = 1 << 16

  /// A violation with the iteration that first showed it.
  struct Violation {
    let iteration: Int
    let finding: Finding
  }

  private struct Entry {
    var count: Int
    let isUndecided: Bool
    let outcome: Int
  }

  private let judge: ScenarioJudge
  private let scenario: Scenario
  private let collectsOutcomes: Bool
  private var entries: [UInt64: Entry] = [:]
  private var outcomes: [Outcome] = []
  private var outcomeIndices: [[Outcome.Delivery]: Int] = [:]
  private(set) var undecided = 0
  /// The kinds of outcomes of all traces.
  private(set) var classes: OutcomeClasses = []
  private(set) var violations: [Violation] = []

  init(judge: Judge, scenario: Scenario, collectsOutcomes: Bool) {
    self.judge = judge.prepared(for: scenario)
    self.scenario = scenario
    self.collectsOutcomes = collectsOutcomes
  }

  /// Takes in one finished trace; it is read only where the fingerprint is new.
  mutating func count(fingerprint: UInt64, iteration: Int, trace: () -> Trace) {
    if let index = entries.index(forKey: fingerprint) {
      entries.values[index].count += 1
      if entries.values[index].isUndecided { undecided += 1 }
      return
    }
    let trace = trace()
    classes.formUnion(OutcomeClasses(of: trace))
    var isUndecided = false
    let verdict = judge.verdict(on: trace)
    switch verdict {
    case .lawful: break
    case .undecided: isUndecided = true
    case .violated(let invariant, let message):
      report(invariant, message, trace, iteration)
    }
    if isUndecided { undecided += 1 }
    if entries.count < Self.tracesMax {
      let outcome = collectsOutcomes ? outcomeIndex(of: trace, verdict) : 0
      entries[fingerprint] = Entry(count: 1, isUndecided: isUndecided, outcome: outcome)
    }
  }

  /// The distinct outcomes so far with their counts.
  func outcomeTable() -> [Outcome] {
    guard collectsOutcomes else { return [] }
    var table = outcomes
    for entry in entries.values { table[entry.outcome].count += entry.count }
    return table
  }

  private mutating func report(
    _ invariant: InvariantName, _ message: String, _ trace: Trace, _ iteration: Int
  ) {
    let known = violations.contains {
      $0.finding.invariant == invariant && $0.finding.message == message
    }
    if known { return }
    let finding = Finding(
      invariant: invariant, message: message, scenario: scenario, records: trace.records,
      iteration: UInt64(iteration))
    violations.append(Violation(iteration: iteration, finding: finding))
  }

  private mutating func outcomeIndex(of trace: Trace, _ verdict: Judge.Verdict) -> Int {
    var outcome = Outcome(of: trace)
    if let index = outcomeIndices[outcome.deliveries] {
      outcomes[index].verdict = Outcome.weightier(outcomes[index].verdict, verdict)
      return index
    }
    outcome.verdict = verdict
    outcomeIndices[outcome.deliveries] = outcomes.count
    outcomes.append(outcome)
    return outcomes.count - 1
  }
}
