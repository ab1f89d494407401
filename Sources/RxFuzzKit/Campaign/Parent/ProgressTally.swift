import ScheduleKit

/// How far a run is: the sums of its children, and what the parent itself counts.
struct ProgressTally {
  private(set) var progress = CampaignProgress()
  private var startedMilliseconds: UInt64 = 0
  private var reportedMilliseconds: UInt64 = 0

  init(plan: CampaignPlan) {
    progress.total = plan.totalIterations
    progress.timeMilliseconds = plan.timeMilliseconds
    progress.engine = plan.engine
  }

  /// The run begins.
  mutating func start() { startedMilliseconds = MonotonicClock.milliseconds() }

  func elapsedMilliseconds(now: UInt64) -> UInt64 { now - startedMilliseconds }

  /// Whether the last report is long enough ago; then this is one.
  mutating func isReportDue(now: UInt64) -> Bool {
    guard now - reportedMilliseconds >= UInt64(CampaignLimits.tickMilliseconds) else {
      return false
    }
    reportedMilliseconds = now
    return true
  }

  /// Adds what a child has done since this was last asked.
  mutating func add(_ worker: WorkerHandle) {
    let now = worker.journal.counters
    let last = worker.counted
    let bound =
      UInt64(worker.unitsDone + 1)
      * UInt64(
        CampaignLimits.batchesInUnitMax * ScenarioGenerator.iterationsPerScenario)
    // A child that has written over its journal must not add nonsense to the sums of the others.
    guard now.canFollow(last, bound: bound) else { return }
    progress.raced += now.raced - last.raced
    progress.overlapped += now.overlapped - last.overlapped
    progress.firstQueueFirst += now.firstQueueFirst - last.firstQueueFirst
    progress.primitiveRaces += now.primitiveRaces - last.primitiveRaces
    progress.undecided += now.undecided - last.undecided
    progress.schedules += now.schedules - last.schedules
    progress.exploredMicroseconds += now.exploredMicroseconds - last.exploredMicroseconds
    progress.pointCoverage.points = max(progress.pointCoverage.points, Int(clamping: now.points))
    progress.pointCoverage.accessesPassed = max(
      progress.pointCoverage.accessesPassed, Int(clamping: now.accessesPassed))
    progress.residentKibibytes = max(progress.residentKibibytes, now.residentKibibytes)
    worker.counted = now
  }

  /// A script of a primitive has been raced to its end.
  mutating func addPrimitiveScript() { progress.primitiveScripts += 1 }

  /// Adds what nobody will race, or has run without having reported.
  mutating func add(skipped: UInt64 = 0, schedules: UInt64 = 0, memoryRestarts: UInt64 = 0) {
    progress.skipped += skipped
    progress.schedules += schedules
    progress.memoryRestarts += memoryRestarts
  }

  /// Takes in how things stand just now.
  mutating func gather(
    _ workers: [WorkerHandle], findings: Int, knownMilliseconds: UInt64,
    met: CampaignProgress.Met?, shrinking: String?, now: UInt64
  ) {
    for worker in workers { add(worker) }
    progress.findings = findings
    progress.knownMilliseconds = knownMilliseconds
    progress.met = met
    progress.elapsedMilliseconds = elapsedMilliseconds(now: now)
    progress.shrinking = shrinking
  }
}
