import Dispatch
import ScheduleKit
import Synchronization

/// One call of `StressEngine.race` in progress: what its workers share, and the phases they go through.
///
/// Every worker is one racing queue and runs one long block, so that racers stay on distinct threads. Thread-safety:
/// `work` is called once by each worker; the rendezvous orders the phases.
final class BatchRace: RacedWork, @unchecked Sendable {
  // Safety: constants; buffers whose elements belong to one worker between two barriers; `offsets`, `resourcesBefore`,
  // `batchStart` and `isOverloaded` are written by worker 0; each element of `results` to the worker of that number.

  /// How long a queue may take to be done with the timers of a batch of several graphs; far below what counts as a hang. The same
  /// races are tried again after that, fewer at once.
  static let overloadPatience = DispatchTimeInterval.milliseconds(
    250 * BuildKind.current.hangFactor)
  /// How often scheduler queues are waited for as long as something comes of it.
  static let drainRoundsMax = 64

  let plan: ScenarioPlan
  /// One copy for each worker that shares no array with another's: workers that retain the same array at the
  /// same time slow each other down more than the copy costs.
  let plans: [ScenarioPlan]
  let library: any LibraryUnderTest
  let iterations: Int
  let pool: IterationPool
  let monitor: RaceMonitor
  let progress: @Sendable (Int) -> Void
  let workers: Int
  let lanes: Int
  let rendezvous: Rendezvous
  let delays: UnsafeMutablePointer<UInt64>
  /// For how long each racer stalls: of this race and the next, as for the delays.
  let stalls: UnsafeMutablePointer<UInt64>
  let seed: UInt64
  let results: UnsafeMutablePointer<WorkerResult>
  /// Whether the trace of each iteration of the batch is to be judged, and what was said of it.
  let isNew: UnsafeMutablePointer<Bool>
  let judgements: UnsafeMutablePointer<TraceTally.Judgement?>
  /// Number of iterations of the batch that have been handed out to be judged.
  let judged = Atomic<Int>(0)
  var resourcesBefore: Int?
  /// When the batch began to be built; before that, no timer of it ran.
  var batchStart: UInt64 = 0
  /// Whether the timers of the batch at hand are more than their queue can serve, so that it is never done with them.
  var isOverloaded = false
  /// Whether something was still held when the patience was over.
  let hasLeaked = Atomic<Bool>(false)
  var offsets: OffsetController

  /// What one worker counts on its own.
  struct WorkerResult {
    var tally: TraceTally
    var overlapped = 0
    var firstByEffect = 0
    var firstByStart = 0
    var resourcesAlive = 0
  }

  init(
    plans: [ScenarioPlan], library: any LibraryUnderTest, judge: Judge, pool: IterationPool,
    monitor: RaceMonitor, order: RaceOrder, collectsOutcomes: Bool
  ) {
    self.plans = plans
    plan = plans[0]
    self.library = library
    self.pool = pool
    self.monitor = monitor
    iterations = order.iterations
    progress = order.progress
    lanes = plan.queues.count
    workers = plans.count
    rendezvous = Rendezvous(
      parties: workers, sharesCores: workers > Processor.coreCount || plan.isAsynchronous)
    delays = .allocate(capacity: 2 * ScenarioPlan.queuesMax)
    delays.initialize(repeating: 0, count: 2 * ScenarioPlan.queuesMax)
    stalls = .allocate(capacity: 2 * ScenarioPlan.queuesMax)
    stalls.initialize(repeating: 0, count: 2 * ScenarioPlan.queuesMax)
    seed = order.seed
    results = .allocate(capacity: workers)
    let tally = TraceTally(
      judge: judge, scenario: plan.scenario, collectsOutcomes: collectsOutcomes)
    results.initialize(repeating: WorkerResult(tally: tally), count: workers)
    isNew = .allocate(capacity: IterationPool.capacity)
    isNew.initialize(repeating: false, count: IterationPool.capacity)
    judgements = .allocate(capacity: IterationPool.capacity)
    judgements.initialize(repeating: nil, count: IterationPool.capacity)
    let delayed = plan.isAsynchronous ? plan.disposingQueue : nil
    offsets = OffsetController(
      seed: order.seed, lanes: workers, delayedLane: delayed,
      actions: plan.queues.map(\.count))
  }

  deinit {
    delays.deallocate()
    stalls.deallocate()
    results.deinitialize(count: workers)
    results.deallocate()
    isNew.deallocate()
    judgements.deinitialize(count: IterationPool.capacity)
    judgements.deallocate()
  }

  /// Looks at what is there before anything is built. Before any worker begins.
  func begin() { resourcesBefore = library.liveResources() }

  /// One worker's part, from the first batch to the last.
  /// - Parameter meanwhile: what this worker does in the last batch while others judge already.
  func work(_ worker: Int, meanwhile: () -> Void) {
    defer { RacingLane.current = RacingLane.unknown }
    let observer = RaceObserver(
      lanes: lanes, disposingLane: plan.isAsynchronous ? plan.disposingQueue : nil)
    var place = Rendezvous.Place(party: worker)
    monitor.racers.enter(thread: Processor.threadNumber, racer: worker)
    var batchMax =
      plan.delayMilliseconds == nil ? IterationPool.capacity : BuildKind.current.timedBatch
    var base = 0
    while base < iterations {
      let count = min(batchMax, iterations - base)
      RacingLane.current = RacingLane.driver
      build(worker, base, count)
      rendezvous.meet(&place)
      RacingLane.current = RacingLane.racer(worker)
      race(worker, base, count, observer, &place)
      RacingLane.current = RacingLane.driver
      finish(worker, count, observer, &place)
      rendezvous.meet(&place)
      if isOverloaded {
        // It shows nothing of the library: the same races again, fewer at once.
        batchMax = max(1, count / 2)
        rendezvous.meet(&place)
        giveUp(worker, base, count, &place)
        continue
      }
      countTraces(worker, base, count)
      rendezvous.meet(&place)
      if base + count == iterations { meanwhile() }
      judge(worker, base, count)
      rendezvous.meet(&place)
      conclude(worker, base, count)
      rendezvous.meet(&place)
      for index in stride(from: worker, to: count, by: workers) { pool.recycle(index) }
      base += count
    }
    // Whoever races next may hand the iterations out in another way.
    rendezvous.meet(&place)
  }

  /// What all workers found together. Only after all have come to their last meeting.
  func result() -> BatchResult {
    var result = BatchResult()
    result.raced = iterations
    var firstByEffect = 0
    var firstByStart = 0
    var violations: [TraceTally.Violation] = []
    var outcomes: [Outcome] = []
    for worker in 0..<workers {
      let part = results[worker]
      result.overlapped += part.overlapped
      result.undecidedCounts.add(part.tally.undecided)
      firstByEffect += part.firstByEffect
      firstByStart += part.firstByStart
      violations += part.tally.violations
      result.outcomeClasses.formUnion(part.tally.classes)
      outcomes += part.tally.outcomeTable()
    }
    let isOneSided = firstByEffect == 0 || firstByEffect == iterations
    result.firstQueueFirst = isOneSided ? firstByStart : firstByEffect
    result.findings = distinct(violations)
    result.outcomes = Outcome.merged(outcomes)
    return result
  }

  private func distinct(_ violations: [TraceTally.Violation]) -> [Finding] {
    var findings: [Finding] = []
    for violation in violations.sorted(by: { $0.iteration < $1.iteration }) {
      let finding = violation.finding
      let isKnown = findings.contains {
        $0.invariant == finding.invariant && $0.message == finding.message
      }
      if !isKnown { findings.append(finding) }
    }
    return findings
  }
}
