import ScheduleKit

/// Shrinks the findings of a run, one after another, by trials that the run's own children race.
///
/// Where the run explores, a finding of free races is first looked for under explore: seen there, it is shrunk there
/// and keeps the schedule that shows it. If not, its smallest form is looked for once more.
///
/// At most one trial is out at a time. Whatever ends a child in a trial is an outcome of the trial and
/// never a finding of the run.
/// Thread-safety: use from one thread.
struct ShrinkQueue<Failure: TrialFailure> {
  /// A finding whose turn has come.
  struct Job {
    /// Its place in the run's list of findings.
    let index: Int
    var shrinker: Shrinker<Failure>
    var startedMilliseconds: UInt64
    /// What its trials are run by.
    var engine: WorkEngine
    /// Whether the next trial, or the one that is out, looks for a schedule of what there is.
    var isSeeking: Bool
    /// Whether the trial is tried again, because somebody has ended the child of the first attempt.
    var isRepeating = false
    /// Searches for a schedule that are left.
    var searchesLeft: Int
    /// What the last search has found, with its schedule.
    var sought: Failure?
  }
  /// As found, and in its smallest form.
  private static var searchesMax: Int { 2 }

  private let library: any LibraryUnderTest
  private let millisecondsMax: UInt64
  private let explores: Bool
  private var waiting: [(index: Int, finding: Failure, lock: FindingFingerprint?)] = []
  private var taken = 0
  private(set) var current: Job?
  /// The trial that a child races at the moment.
  private var unit: WorkUnit?
  private var seen: Failure?
  /// Since when no trial has been out: races have their turn, which is not the finding's time.
  private var pausedMilliseconds: UInt64?

  /// - Parameter seconds: how long one finding may take; 0 where nothing is shrunk.
  init(library: any LibraryUnderTest, seconds: Int, engine: EngineChoice) {
    self.library = library
    explores = engine.explores && Failure.isExplorable
    millisecondsMax = UInt64(seconds) * 1_000
  }

  /// Whether something is being shrunk or waits for it.
  var isBusy: Bool { current != nil || !waiting.isEmpty }

  /// Takes a finding in; false where it stays as it is.
  mutating func take(_ finding: Failure, index: Int, lock: FindingFingerprint?) -> Bool {
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
  mutating func nextTrial(
    number: @autoclosure () -> UInt64, now: UInt64
  ) -> (unit: WorkUnit, subject: Failure.Draft.Subject)? {
    guard unit == nil else { return nil }
    if let paused = pausedMilliseconds {
      current?.startedMilliseconds += now - paused
      pausedMilliseconds = nil
    }
    if current == nil, !waiting.isEmpty { begin(waiting.removeFirst(), now) }
    guard let job = current else { return nil }
    seen = nil
    if job.isSeeking {
      let assigned = WorkUnit(
        number: number(), source: Failure.source(lock: Self.soughtLock(job)), engine: .explore,
        firstBatch: 0, iterations: CampaignLimits.trialSchedules)
      unit = assigned
      return (assigned, job.shrinker.best.subject)
    }
    guard let trial = job.shrinker.trial else { return nil }
    // Each trial begins at batches of its own, so that no two rounds repeat the same jitter.
    var assigned = WorkUnit(
      number: number(), source: Failure.source(lock: job.shrinker.lock), engine: job.engine,
      firstBatch: UInt64(job.shrinker.trials * CampaignLimits.batchesInUnitMax),
      iterations: job.engine == .explore
        ? min(trial.races, CampaignLimits.trialSchedules) : trial.races)
    // Free races of a primitive see no data race.
    assigned.explores = job.shrinker.best.invariant == .race1
    unit = assigned
    return (assigned, trial.subject)
  }

  /// Explore sees a deadlock where free races see that nothing goes on: the words differ.
  private static func soughtLock(_ job: Job) -> FindingFingerprint? {
    let best = job.shrinker.best
    return best.invariant == .live1
      ? FindingFingerprint(anyOf: .live1) : job.shrinker.lock ?? best.fingerprint
  }

  /// A child has seen the failure in a trial.
  mutating func heard(_ finding: Failure, in unit: WorkUnit) {
    if unit.number == self.unit?.number { seen = finding }
  }

  /// A child has raced a trial to its end, or has ended in it, by its own doing or not.
  /// - Parameters:
  ///   - finding: what its end means, if anything.
  ///   - isVoid: its end says nothing of what was tried, which is tried again, once.
  mutating func ended(_ unit: WorkUnit, by finding: Failure? = nil, isVoid: Bool = false) {
    guard unit.number == self.unit?.number else { return }
    self.unit = nil
    guard var job = current else { return }
    let lock = job.isSeeking ? Self.soughtLock(job) : job.shrinker.lock
    let failure = [seen, finding].compactMap { $0 }.first {
      lock?.covers($0.fingerprint) ?? true
    }
    if job.isSeeking {
      settleSearch(&job, failure)
    } else if isVoid, failure == nil, !job.isRepeating {
      job.isRepeating = true
    } else {
      job.isRepeating = false
      if let failure {
        job.shrinker.record(.failed(failure, races: failure.races))
      } else {
        job.shrinker.record(.held(races: unit.iterations))
      }
    }
    current = job
  }

  /// A search for a schedule has ended.
  private mutating func settleSearch(_ job: inout Job, _ failure: Failure?) {
    job.isSeeking = false
    guard let failure, failure.schedule != nil else { return }
    job.sought = failure
    guard job.shrinker.trial != nil else { return }
    // What explore can show again is shrunk there: each trial then decides for certain, or nearly so.
    job.engine = .explore
    job.shrinker = Shrinker(job.shrinker.best, lock: failure.fingerprint, library: library)
  }

  /// The smallest form may show under explore what the finding itself did not.
  private func seekAgain(_ job: inout Job) {
    guard explores, !job.isSeeking, job.searchesLeft > 0, job.engine == .stress else { return }
    job.searchesLeft -= 1
    job.isSeeking = true
  }

  /// How long that job's trials have taken.
  private func spent(_ job: Job, _ now: UInt64) -> UInt64 {
    (pausedMilliseconds ?? now) - job.startedMilliseconds
  }

  /// A finding whose shrinking has ended.
  struct Ended {
    var index: Int
    var finding: Failure
    var report: ShrinkReport
  }

  /// The job that has come to its end or has used up its time, if any.
  mutating func takeEnded(now: UInt64) -> Ended? {
    if unit == nil, current != nil, pausedMilliseconds == nil { pausedMilliseconds = now }
    guard var job = current, !job.isSeeking else { return nil }
    if job.shrinker.trial != nil, spent(job, now) < millisecondsMax { return nil }
    // Its time may be up, but one search more is short and bounded by itself.
    seekAgain(&job)
    guard job.isSeeking else { return end(now) }
    current = job
    unit = nil
    return nil
  }

  /// Ends everything at once; what waits stays as it was found.
  mutating func abandon(now: UInt64) -> [Ended] {
    var ended: [Ended] = []
    if let last = end(now) { ended.append(last) }
    for left in waiting {
      let size = Failure.Draft.size(of: left.finding.subject).total
      ended.append(
        Ended(
          index: left.index, finding: left.finding,
          report: ShrinkReport(
            state: .cut, partsBefore: size, parts: size, unit: Failure.sizeUnit)))
    }
    waiting = []
    return ended
  }

  /// What is going on, for the line of progress.
  func words(now: UInt64) -> String? {
    guard let job = current else { return nil }
    let title = job.shrinker.best.title(ordinal: job.index + 1)
    if job.isSeeking { return "looking for a schedule of \(title)" }
    let sizes =
      "\(job.shrinker.sizeBefore.total) to \(job.shrinker.size.total) \(Failure.sizeUnit)"
    let seconds = NumberWords.duration(milliseconds: spent(job, now))
    return "shrinking \(title): \(sizes), "
      + "\(NumberWords.counted(UInt64(job.shrinker.trials), "trial")), \(seconds)"
  }

  private mutating func begin(
    _ next: (index: Int, finding: Failure, lock: FindingFingerprint?), _ now: UInt64
  ) {
    let shrinker = Shrinker(next.finding, lock: next.lock, library: library)
    let hasSchedule = next.finding.schedule != nil
    current = Job(
      index: next.index, shrinker: shrinker, startedMilliseconds: now,
      engine: explores && hasSchedule ? .explore : .stress, isSeeking: explores && !hasSchedule,
      searchesLeft: Self.searchesMax - 1)
  }

  private mutating func end(_ now: UInt64) -> Ended? {
    guard var job = current else { return nil }
    defer { pausedMilliseconds = nil }
    job.shrinker.cut()
    current = nil
    unit = nil
    var finding = job.shrinker.best
    if finding.schedule == nil, let sought = job.sought, sought.subject == finding.subject {
      finding.adopt(sought, of: finding.subject)
    }
    return Ended(
      index: job.index, finding: finding,
      report: ShrinkReport(
        state: job.shrinker.state, partsBefore: job.shrinker.sizeBefore.total,
        parts: job.shrinker.size.total, trials: job.shrinker.trials,
        milliseconds: spent(job, now), unit: Failure.sizeUnit))
  }
}
