/// Shrinks the findings of a run, one after another, by trials that the run's own children race.
///
/// At most one trial is out at a time. Whatever ends a child in a trial is an outcome of the trial and
/// never a finding of the run.
/// Thread-safety: use from one thread.
struct ShrinkDesk {
  /// A finding whose turn has come.
  struct Job {
    /// Its place in the run's list of findings.
    let index: Int
    var shrinker: Shrinker
    var startedMilliseconds: UInt64
  }

  private let library: any LibraryUnderTest
  private let millisecondsMax: UInt64
  private var waiting: [(index: Int, finding: Finding, lock: FindingFingerprint?)] = []
  private var taken = 0
  private(set) var current: Job?
  /// The trial that a child races at the moment.
  private var unit: WorkUnit?
  private var seen: Finding?

  /// - Parameter seconds: how long one finding may take; 0 where nothing is shrunk.
  init(library: any LibraryUnderTest, seconds: Int) {
    self.library = library
    millisecondsMax = UInt64(seconds) * 1_000
  }

  /// Whether something is being shrunk or waits for it.
  var isBusy: Bool { current != nil || !waiting.isEmpty }

  /// Takes a finding in; false where it stays as it is.
  mutating func take(_ finding: Finding, index: Int, lock: FindingFingerprint?) -> Bool {
    guard millisecondsMax > 0, taken < ShrinkLimits.findingsMax else { return false }
    taken += 1
    waiting.append((index, finding, lock))
    return true
  }

  /// Whether the next trial needs a process that has raced nothing: ThreadSanitizer reports a data race only
  /// once in each.
  var needsFreshChild: Bool {
    guard unit == nil else { return false }
    let finding = current?.shrinker.best ?? waiting.first?.finding
    return finding?.invariant == .race1
  }

  /// The next trial for a child without work, or nil where there is none or one is out already.
  /// - Parameter number: for the unit.
  mutating func deal(
    number: @autoclosure () -> UInt64, now: UInt64
  ) -> (unit: WorkUnit, scenario: Scenario)? {
    guard unit == nil else { return nil }
    if current == nil, !waiting.isEmpty { begin(waiting.removeFirst(), now) }
    guard let job = current, let trial = job.shrinker.trial else { return nil }
    // Each trial begins at batches of its own, so that no two rounds repeat the same jitter.
    let dealt = WorkUnit(
      number: number(), source: .trial(lock: job.shrinker.lock),
      firstBatch: UInt64(job.shrinker.trials * CampaignLimits.batchesInUnitMax),
      iterations: trial.races)
    unit = dealt
    seen = nil
    return (dealt, trial.scenario)
  }

  /// A child has seen the failure in a trial.
  mutating func heard(_ finding: Finding, in unit: WorkUnit) {
    if unit.number == self.unit?.number { seen = finding }
  }

  /// A child has raced a trial to its end, or has ended in it, by its own doing or not.
  /// - Parameter finding: what its end means, if anything.
  mutating func ended(_ unit: WorkUnit, by finding: Finding? = nil) {
    guard unit.number == self.unit?.number else { return }
    self.unit = nil
    guard var job = current else { return }
    let lock = job.shrinker.lock
    let failure = [seen, finding].compactMap { $0 }.first {
      lock?.covers(FindingFingerprint($0)) ?? true
    }
    if let failure {
      job.shrinker.record(.failed(failure, races: (failure.iteration ?? 0) + 1))
    } else {
      job.shrinker.record(.held(races: unit.iterations))
    }
    current = job
  }

  /// A finding whose shrinking has ended.
  struct Ended {
    var index: Int
    var finding: Finding
    var report: ShrinkReport
  }

  /// The job that has come to its end or has used up its time, if any.
  mutating func takeEnded(now: UInt64) -> Ended? {
    guard let job = current else { return nil }
    if job.shrinker.trial != nil, now - job.startedMilliseconds < millisecondsMax { return nil }
    return end(now)
  }

  /// Ends everything at once; what waits stays as it was found.
  mutating func abandon(now: UInt64) -> [Ended] {
    var ended: [Ended] = []
    if let last = end(now) { ended.append(last) }
    for left in waiting {
      let size = ScenarioSize(left.finding.scenario).total
      ended.append(
        Ended(
          index: left.index, finding: left.finding,
          report: ShrinkReport(state: .cut, partsBefore: size, parts: size)))
    }
    waiting = []
    return ended
  }

  /// What is going on, for the line of progress.
  func words(now: UInt64) -> String? {
    guard let job = current else { return nil }
    let sizes = "\(job.shrinker.sizeBefore.total) to \(job.shrinker.size.total) parts"
    let seconds = NumberWords.duration(milliseconds: now - job.startedMilliseconds)
    return "shrinking finding \(job.index + 1): \(sizes), "
      + "\(NumberWords.counted(UInt64(job.shrinker.trials), "trial")), \(seconds)"
  }

  private mutating func begin(
    _ next: (index: Int, finding: Finding, lock: FindingFingerprint?), _ now: UInt64
  ) {
    let shrinker = Shrinker(
      next.finding, lock: next.lock, choices: choices(of: next.finding), library: library)
    current = Job(index: next.index, shrinker: shrinker, startedMilliseconds: now)
  }

  private mutating func end(_ now: UInt64) -> Ended? {
    guard var job = current else { return nil }
    job.shrinker.cut()
    current = nil
    unit = nil
    return Ended(
      index: job.index, finding: job.shrinker.best,
      report: ShrinkReport(
        state: job.shrinker.state, partsBefore: job.shrinker.sizeBefore.total,
        parts: job.shrinker.size.total, trials: job.shrinker.trials,
        milliseconds: now - job.startedMilliseconds))
  }

  /// The recording that means the finding's scenario, where a run has drawn it.
  private func choices(of finding: Finding) -> [UInt32]? {
    guard let seed = finding.seed, let iteration = finding.iteration else { return nil }
    let batch = iteration / UInt64(ScenarioGenerator.iterationsPerScenario)
    let generated = ScenarioGenerator(library: library).generate(seed: seed, batch: batch)
    return generated.scenario == finding.scenario ? generated.choices : nil
  }
}
