import CScheduleRuntime
import Dispatch

/// Races scenarios on real dispatch queues. One engine lives in each worker process.
///
/// Thread-safety: use from one thread; it runs its own queues. `monitor` may be read from any thread.
public final class StressEngine {
  public let library: any LibraryUnderTest
  /// What the engine is doing at this moment, for a watchdog. A hang inside the library under test hangs
  /// `race` too; the watchdog finds it here and ends the process.
  public let monitor: RaceMonitor
  /// Whether `BatchResult.outcomes` is filled; off by default because it costs memory for each outcome.
  public var collectsOutcomes = false

  private let judge: Judge
  private let pool = IterationPool()
  private let queues: [DispatchQueue]
  private let sanitizer = ThreadSanitizerReports()
  private var calls: UInt32 = 0

  /// - Parameter entered: told of each phase of a batch when it begins; from any thread, must be as cheap as a store.
  public init(
    library: any LibraryUnderTest,
    entered: @escaping @Sendable (RaceMonitor.Phase) -> Void = { _ in }
  ) {
    self.library = library
    monitor = RaceMonitor(entered: entered)
    judge = Judge(library: library)
    queues = ["p", "q", "r", "s"].map { DispatchQueue(label: "rxfuzz.race.\($0)") }
  }

  /// Races `scenario` `iterations` times, each on a fresh graph, and judges every distinct trace.
  ///
  /// A finding's `iteration` counts from 0 within this call.
  /// - Parameters:
  ///   - seed: drives jitter only; the scenario is given.
  ///   - progress: called by the first racer while it builds and before each race, and by whoever judges a trace,
  ///     with the iteration's index in the call, so that a journal can name what was running when a process died.
  ///     From any thread; must be as cheap as a store.
  /// - Throws: what makes the scenario unfit for the library, before anything runs.
  public func race(
    _ scenario: Scenario, iterations: Int, seed: UInt64,
    progress: @escaping @Sendable (Int) -> Void
  ) throws(PlanFailure) -> BatchResult {
    var plans: [ScenarioPlan] = []
    repeat {
      plans.append(try ScenarioPlan(scenario, library: library))
    } while plans.count < scenario.queues.count
    let race = BatchRace(
      plans: plans, library: library, judge: judge, pool: pool, monitor: monitor,
      iterations: iterations, seed: seed, collectsOutcomes: collectsOutcomes, progress: progress)
    monitor.begin(RaceMonitor.Current(plan: plans[0], pool: pool, rendezvous: race.rendezvous))
    defer { monitor.end() }
    // Where racers share cores, who shares with whom changes from call to call.
    calls &+= 1
    let group = DispatchGroup()
    for worker in 0..<race.workers {
      let core = UInt32(worker) &+ (race.workers > 2 ? calls : 0)
      queues[worker].async(group: group) { race.work(worker, core: core) }
    }
    group.wait()
    var result = race.result()
    result.findings += sanitizer.take(scenario: scenario)
    return result
  }
}
