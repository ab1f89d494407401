import ScheduleKit

/// Shrinks the findings of a run, in the order in which they were found, by trials that the run's own children race.
///
/// Where the run explores, a finding of free races is first looked for under explore: seen there, it is shrunk there
/// and keeps the schedule that shows it. If not, its smallest form is looked for once more.
///
/// So many findings are shrunk at a time as there are lanes, and of each at most one trial is out. Whatever ends a child in a
/// trial is an outcome of the trial and never a finding of the run.
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
    /// The trial that a child races at the moment.
    var unit: WorkUnit?
    /// What that trial has shown.
    var seen: Failure?
    /// Since when no trial has been out: races have their turn, which is not the finding's time.
    var pausedMilliseconds: UInt64?

    /// Whether a child can be given a trial of it.
    var hasTrial: Bool { unit == nil && (isSeeking || shrinker.trial != nil) }
  }
  private struct Waiting {
    var index: Int
    var finding: Failure
    var lock: FindingFingerprint?
  }
  /// As found, and in its smallest form.
  private static var searchesMax: Int { 2 }

  private let library: any LibraryUnderTest
  private let millisecondsMax: UInt64
  private let explores: Bool
  private let lanes: Int
  private var waiting: [Waiting] = []
  private var taken = 0
  /// What is being shrunk, in the order in which it was found.
  private(set) var jobs: [Job] = []

  /// - Parameters:
  ///   - seconds: how long one finding may take; 0 where nothing is shrunk.
  ///   - lanes: findings that are shrunk at a time; at least 1.
  init(library: any LibraryUnderTest, seconds: Int, engine: EngineChoice, lanes: Int = 1) {
    self.library = library
    self.lanes = lanes
    explores = engine.explores && Failure.isExplorable
    millisecondsMax = UInt64(seconds) * 1_000
  }

  /// Whether something is being shrunk or waits for it.
  var isBusy: Bool { !jobs.isEmpty || !waiting.isEmpty }

  /// Takes a finding in; false where it stays as it is.
  mutating func take(_ finding: Failure, index: Int, lock: FindingFingerprint?) -> Bool {
    guard millisecondsMax > 0, taken < ShrinkLimits.findingsMax else { return false }
    taken += 1
    waiting.append(Waiting(index: index, finding: finding, lock: lock))
    return true
  }

  /// What `nextTrial` would need; nil where there is none, or all are out.
  var demand: TrialDemand? {
    if let job = jobs.first(where: \.hasTrial) {
      return TrialDemand(
        engine: job.isSeeking ? .explore : job.engine,
        needsFreshChild: job.shrinker.best.invariant == .race1)
    }
    guard jobs.count < lanes, let next = waiting.first else { return nil }
    return TrialDemand(
      engine: explores ? .explore : .stress, needsFreshChild: next.finding.invariant == .race1)
  }

  /// The next trial for a child without work, or nil where there is none or all are out.
  /// - Parameter number: for the unit.
  mutating func nextTrial(
    number: @autoclosure () -> UInt64, now: UInt64
  ) -> (unit: WorkUnit, subject: Failure.Draft.Subject)? {
    if !jobs.contains(where: \.hasTrial), jobs.count < lanes, !waiting.isEmpty {
      begin(waiting.removeFirst(), now)
    }
    guard let place = jobs.firstIndex(where: \.hasTrial) else { return nil }
    if let paused = jobs[place].pausedMilliseconds {
      jobs[place].startedMilliseconds += now - paused
      jobs[place].pausedMilliseconds = nil
    }
    let trial = Self.trial(of: jobs[place], number: number())
    jobs[place].seen = nil
    jobs[place].unit = trial?.unit
    return trial
  }

  private static func trial(
    of job: Job, number: UInt64
  ) -> (unit: WorkUnit, subject: Failure.Draft.Subject)? {
    if job.isSeeking {
      let unit = WorkUnit(
        number: number, source: Failure.source(lock: soughtLock(job)), engine: .explore,
        firstBatch: 0, iterations: CampaignLimits.trialSchedules)
      return (unit, job.shrinker.best.subject)
    }
    guard let trial = job.shrinker.trial else { return nil }
    // Each trial begins at batches of its own, so that no two rounds repeat the same jitter.
    var unit = WorkUnit(
      number: number, source: Failure.source(lock: job.shrinker.lock), engine: job.engine,
      firstBatch: UInt64(job.shrinker.trials * CampaignLimits.batchesInUnitMax),
      iterations: job.engine == .explore
        ? min(trial.races, CampaignLimits.trialSchedules) : trial.races)
    // Free races of a primitive see no data race.
    unit.explores = job.shrinker.best.invariant == .race1
    return (unit, trial.subject)
  }

  /// Explore sees a deadlock where free races see that nothing goes on: the words differ.
  private static func soughtLock(_ job: Job) -> FindingFingerprint? {
    let best = job.shrinker.best
    return best.invariant == .live1
      ? FindingFingerprint(anyOf: .live1) : job.shrinker.lock ?? best.fingerprint
  }

  private func place(of unit: WorkUnit) -> Int? {
    jobs.firstIndex { $0.unit?.number == unit.number }
  }

  /// A child has seen the failure in a trial.
  mutating func heard(_ finding: Failure, in unit: WorkUnit) {
    if let place = place(of: unit) { jobs[place].seen = finding }
  }

  /// A child has raced a trial to its end, or has ended in it, by its own doing or not.
  /// - Parameters:
  ///   - finding: what its end means, if anything.
  ///   - isVoid: its end says nothing of what was tried, which is tried again, once.
  mutating func ended(_ unit: WorkUnit, by finding: Failure? = nil, isVoid: Bool = false) {
    guard let place = place(of: unit) else { return }
    var job = jobs[place]
    job.unit = nil
    let lock = job.isSeeking ? Self.soughtLock(job) : job.shrinker.lock
    let failure = [job.seen, finding].compactMap { $0 }.first {
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
    jobs[place] = job
  }

  /// A search for a schedule has ended.
  private func settleSearch(_ job: inout Job, _ failure: Failure?) {
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
    (job.pausedMilliseconds ?? now) - job.startedMilliseconds
  }

  /// A finding whose shrinking has ended.
  struct Ended {
    var index: Int
    var finding: Failure
    var report: ShrinkReport
  }

  /// A job that has come to its end or has used up its time, if any.
  mutating func takeEnded(now: UInt64) -> Ended? {
    for place in jobs.indices {
      if jobs[place].unit == nil, jobs[place].pausedMilliseconds == nil {
        jobs[place].pausedMilliseconds = now
      }
      var job = jobs[place]
      if job.isSeeking { continue }
      if job.shrinker.trial != nil, spent(job, now) < millisecondsMax { continue }
      // Its time may be up, but one search more is short and bounded by itself.
      seekAgain(&job)
      guard job.isSeeking else { return end(place, now) }
      job.unit = nil
      jobs[place] = job
    }
    return nil
  }

  /// Ends everything at once; what waits stays as it was found.
  mutating func abandon(now: UInt64) -> [Ended] {
    var ended: [Ended] = []
    while !jobs.isEmpty { ended.append(end(0, now)) }
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

  /// What is going on, for the line of progress: of the finding that came first.
  func words(now: UInt64) -> String? {
    guard let job = jobs.first else { return nil }
    let title = job.shrinker.best.title(ordinal: job.index + 1)
    if job.isSeeking { return "looking for a schedule of \(title)" }
    let sizes =
      "\(job.shrinker.sizeBefore.total) to \(job.shrinker.size.total) \(Failure.sizeUnit)"
    let seconds = NumberWords.duration(milliseconds: spent(job, now))
    return "shrinking \(title): \(sizes), "
      + "\(NumberWords.counted(UInt64(job.shrinker.trials), "trial")), \(seconds)"
  }

  private mutating func begin(_ next: Waiting, _ now: UInt64) {
    let shrinker = Shrinker(next.finding, lock: next.lock, library: library)
    let hasSchedule = next.finding.schedule != nil
    jobs.append(
      Job(
        index: next.index, shrinker: shrinker, startedMilliseconds: now,
        engine: explores && hasSchedule ? .explore : .stress, isSeeking: explores && !hasSchedule,
        searchesLeft: Self.searchesMax - 1))
  }

  private mutating func end(_ place: Int, _ now: UInt64) -> Ended {
    var job = jobs.remove(at: place)
    job.shrinker.cut()
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
