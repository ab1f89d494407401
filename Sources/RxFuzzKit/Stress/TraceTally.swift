/// Counts the distinct traces of one scenario, and judges each of them once.
///
/// Thread-safety: each racer owns one, and counts the traces whose fingerprint falls to it, so that no
/// trace is judged twice. Who judges one that is new does not matter.
struct TraceTally {
  /// Distinct traces remembered; beyond these, traces are judged again each time.
  static let tracesMax = 1 << 16

  /// A violation with the iteration that first showed it.
  struct Violation {
    let iteration: Int
    let finding: Finding
  }

  /// What the judge said of a trace that was new, and all that is kept of it.
  struct Judgement {
    let verdict: Judge.Verdict
    let classes: OutcomeClasses
    /// Only where outcomes are collected.
    let outcome: Outcome?
    /// Only of a violation.
    let records: [TraceRecord]
  }

  private struct Entry {
    var count: Int
    var undecided: UndecidedCause.Kind?
    var outcome = 0
  }

  private let judge: Judge
  /// Made by the racer that judges, at its first trace: racers that count references to the same objects at the same
  /// time slow each other down more than a second copy costs.
  private var prepared: (judge: ScenarioJudge, explainer: TraceExplainer?)?
  private let scenario: Scenario
  private let collectsOutcomes: Bool
  private var entries: [UInt64: Entry] = [:]
  private var outcomes: [Outcome] = []
  private var outcomeIndices: [[Outcome.Delivery]: Int] = [:]
  private var undecidedBeyond = UndecidedCounts()
  /// The kinds of outcomes of all traces.
  private(set) var classes: OutcomeClasses = []
  private(set) var violations: [Violation] = []

  init(judge: Judge, scenario: Scenario, collectsOutcomes: Bool) {
    self.judge = judge
    self.scenario = scenario
    self.collectsOutcomes = collectsOutcomes
  }

  /// Number of iterations whose trace was judged undecided, by the cause.
  var undecided: UndecidedCounts {
    var counts = undecidedBeyond
    for entry in entries.values {
      if let kind = entry.undecided { counts[kind] += entry.count }
    }
    return counts
  }

  /// Counts a finished trace; true if it has not been seen before and is to be judged.
  mutating func isNew(_ fingerprint: UInt64) -> Bool {
    if let index = entries.index(forKey: fingerprint) {
      entries.values[index].count += 1
      return false
    }
    if entries.count < Self.tracesMax { entries[fingerprint] = Entry(count: 1) }
    return true
  }

  /// Judges a trace, which any tally of the same scenario may have counted.
  mutating func judgement(of trace: Trace) -> Judgement {
    if prepared == nil {
      let made = judge.prepared(for: scenario)
      prepared = (made, made.explainer())
    }
    let verdict = prepared!.judge.verdict(on: trace, by: &prepared!.explainer)
    var records: [TraceRecord] = []
    if case .violated = verdict { records = trace.records }
    return Judgement(
      verdict: verdict, classes: OutcomeClasses(of: trace),
      outcome: collectsOutcomes ? Outcome(of: trace) : nil, records: records)
  }

  /// Gives up what was kept for judging the next trace. Another one may still be judged.
  mutating func forgetModel() { prepared = nil }

  /// Takes in what the judge said of a trace that was new.
  mutating func take(_ judgement: Judgement, fingerprint: UInt64, iteration: Int) {
    classes.formUnion(judgement.classes)
    var undecided: UndecidedCause.Kind?
    switch judgement.verdict {
    case .lawful: break
    case .undecided(let cause): undecided = cause.kind
    case .violated(let invariant, let message):
      report(invariant, message, judgement.records, iteration)
    }
    let outcome = judgement.outcome.map { index(of: $0, judgement.verdict) } ?? 0
    guard let index = entries.index(forKey: fingerprint) else {
      if let undecided { undecidedBeyond[undecided] += 1 }
      return
    }
    entries.values[index].undecided = undecided
    entries.values[index].outcome = outcome
  }

  /// The distinct outcomes so far with their counts.
  func outcomeTable() -> [Outcome] {
    guard collectsOutcomes else { return [] }
    var table = outcomes
    for entry in entries.values { table[entry.outcome].count += entry.count }
    return table
  }

  private mutating func report(
    _ invariant: InvariantName, _ message: String, _ records: [TraceRecord], _ iteration: Int
  ) {
    let known = violations.contains {
      $0.finding.invariant == invariant && $0.finding.message == message
    }
    if known { return }
    let finding = Finding(
      invariant: invariant, message: message, scenario: scenario, records: records,
      iteration: UInt64(iteration))
    violations.append(Violation(iteration: iteration, finding: finding))
  }

  private mutating func index(of outcome: Outcome, _ verdict: Judge.Verdict) -> Int {
    if let index = outcomeIndices[outcome.deliveries] {
      outcomes[index].verdict = Outcome.weightier(outcomes[index].verdict, verdict)
      return index
    }
    var outcome = outcome
    outcome.verdict = verdict
    outcomeIndices[outcome.deliveries] = outcomes.count
    outcomes.append(outcome)
    return outcomes.count - 1
  }
}
