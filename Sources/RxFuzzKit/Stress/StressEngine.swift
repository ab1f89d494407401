import Dispatch
import ScheduleKit

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
  private let racerPool = RacerPool(
    queues: ["p", "q", "r", "s"].map { DispatchQueue(label: "rxfuzz.race.\($0)") })
  private let sanitizer = ThreadSanitizerReports()

  /// - `entered`: called for each phase of a batch when it begins; from any thread, must be as cheap as a store.
  public init(
    library: any LibraryUnderTest,
    entered: @escaping @Sendable (RaceMonitor.Phase) -> Void = { _ in }
  ) {
    self.library = library
    monitor = RaceMonitor(entered: entered)
    judge = Judge(library: library)
  }

  /// An order made ready, or why that is impossible.
  private struct Ready {
    let order: RaceOrder
    let race: Result<BatchRace, PlanFailure>
  }

  /// Races one scenario as ordered, and judges every distinct trace. As `race(_:began:ended:)` does.
  /// - Throws: what makes the scenario unfit for the library, before anything runs.
  public func race(
    _ scenario: Scenario, iterations: Int, seed: UInt64,
    progress: @escaping @Sendable (Int) -> Void
  ) throws(PlanFailure) -> BatchResult {
    let order = RaceOrder(
      scenario: scenario, iterations: iterations, seed: seed, progress: progress)
    var orders = [order]
    var raced: Result<BatchResult, PlanFailure> = .success(BatchResult())
    race(
      { orders.popLast() }, began: { _ in },
      ended: { _, result in
        raced = result
        return true
      })
    return try raced.get()
  }

  /// Races one scenario after another as ordered, each iteration on a fresh graph, and judges every distinct trace.
  ///
  /// The racers stay at work in between, and the next order is made ready while traces of the one before are judged.
  /// A finding's `iteration` counts from 0 within its order. Whatever is given is called on the calling thread.
  /// - Parameters:
  ///   - next: the next order, or nil where there is none.
  ///   - began: that order begins to be raced.
  ///   - ended: what came of that order, or what makes its scenario unfit for the library, of which nothing ran then.
  ///     Says whether to go on.
  public func race(
    _ next: () -> RaceOrder?, began: (RaceOrder) -> Void,
    ended: (RaceOrder, Result<BatchResult, PlanFailure>) -> Bool
  ) {
    guard let first = next() else { return }
    var upcoming: Ready? = ready(first)
    racerPool.work {
      while let current = upcoming {
        upcoming = nil
        began(current.order)
        let result = race(current) { upcoming = next().map(ready) }
        guard ended(current.order, result) else { return }
        // What is unfit leaves no time to look for the next one.
        if upcoming == nil { upcoming = next().map(ready) }
      }
    }
  }

  /// Does all that needs no graph.
  private func ready(_ order: RaceOrder) -> Ready {
    do throws(PlanFailure) {
      var plans: [ScenarioPlan] = []
      repeat {
        plans.append(try ScenarioPlan(order.scenario, library: library))
      } while plans.count < order.scenario.queues.count
      let race = BatchRace(
        plans: plans, library: library, judge: judge, pool: pool, monitor: monitor, order: order,
        collectsOutcomes: collectsOutcomes)
      return Ready(order: order, race: .success(race))
    } catch {
      return Ready(order: order, race: .failure(error))
    }
  }

  private func race(
    _ ready: Ready, meanwhile: () -> Void
  ) -> Result<BatchResult, PlanFailure> {
    ready.race.map { race in
      race.begin()
      monitor.begin(
        RaceMonitor.Current(plan: race.plan, pool: pool),
        at: [race.rendezvous, racerPool.rendezvous])
      racerPool.race(race, meanwhile: meanwhile)
      monitor.end()
      var result = race.result()
      result.findings += sanitizer.take(scenario: ready.order.scenario)
      return result
    }
  }
}
