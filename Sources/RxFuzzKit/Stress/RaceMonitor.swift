import Dispatch
import ScheduleKit
import Synchronization

/// What an engine is doing at this moment, for a watchdog on another thread.
///
/// Thread-safety: `currentState` from any thread at any time. Where the race is still moving, the partial
/// trace is a snapshot that may miss what is being written; where it hangs, it is exact.
public final class RaceMonitor: @unchecked Sendable {
  // Safety: `current` is guarded by `gate`; the rest are constants and atomics.

  /// What the workers do with a batch of iterations, in this order.
  public enum Phase: Int, Sendable {
    case building, racing, draining, tearingDown, judging, settling
  }

  /// One look at a running engine.
  public struct State: Sendable {
    public let scenario: Scenario
    public let phase: Phase
    /// For each racing queue the iteration it is in, counted from the start of the call.
    public let iterations: [Int]
    /// For each racing queue the ordinal of the action it has begun and not ended, or nil.
    public let openActions: [Int?]
    /// The records so far of the iteration that the slowest queue is in, with `endState.hung` set.
    public let trace: Trace
  }

  struct Current {
    let plan: ScenarioPlan
    let pool: IterationPool
  }

  /// The workers' threads.
  let racers = RacingThreads()
  /// Called with each phase when it begins, by one of the workers; must be as cheap as a store.
  private let entered: @Sendable (Phase) -> Void
  private let gate = DispatchSemaphore(value: 1)
  private var current: Current?
  private let phase = Atomic<Int>(0)
  private let poolBase = Atomic<Int>(0)
  private let first = Atomic<Int>(0)
  private let second = Atomic<Int>(0)
  private let third = Atomic<Int>(0)
  private let fourth = Atomic<Int>(0)

  init(entered: @escaping @Sendable (Phase) -> Void = { _ in }) { self.entered = entered }

  /// What is running, or nil between races.
  public func currentState() -> State? {
    gate.wait()
    defer { gate.signal() }
    guard let current else { return nil }
    let plan = current.plan
    let workers = max(1, plan.queues.count)
    let iterations = (0..<workers).map { iteration(of: $0) }
    let slowest = iterations.min() ?? 0
    // While one racer has begun the next batch, another one's number may still be of the last.
    let place = max(0, slowest - poolBase.load(ordering: .relaxed))
    let records = current.pool[min(place, IterationPool.capacity - 1)].recorder.records
    var endState = Trace.EndState()
    endState.hung = true
    return State(
      scenario: plan.scenario, phase: Phase(rawValue: phase.load(ordering: .relaxed)) ?? .building,
      iterations: iterations,
      openActions: (0..<workers).map { openAction(lane: UInt8($0 + 1), in: records) },
      trace: Trace(scenario: plan.scenario, records: records, endState: endState))
  }

  /// - Parameter rendezvous: where its workers wait for each other.
  func begin(_ current: Current, at rendezvous: [Rendezvous]) {
    racers.begin(rendezvous)
    gate.wait()
    self.current = current
    gate.signal()
    for worker in 0..<ScenarioPlan.queuesMax { enter(iteration: 0, worker: worker) }
  }

  func end() {
    gate.wait()
    current = nil
    gate.signal()
    racers.end()
  }

  // Relaxed throughout: a watchdog needs to see what is, not an order.
  func enter(_ phase: Phase) {
    self.phase.store(phase.rawValue, ordering: .relaxed)
    entered(phase)
  }
  func enterBatch(base: Int) { poolBase.store(base, ordering: .relaxed) }

  @inline(__always)
  func enter(iteration: Int, worker: Int) {
    switch worker {
    case 0: first.store(iteration, ordering: .relaxed)
    case 1: second.store(iteration, ordering: .relaxed)
    case 2: third.store(iteration, ordering: .relaxed)
    default: fourth.store(iteration, ordering: .relaxed)
    }
  }

  private func iteration(of worker: Int) -> Int {
    switch worker {
    case 0: first.load(ordering: .relaxed)
    case 1: second.load(ordering: .relaxed)
    case 2: third.load(ordering: .relaxed)
    default: fourth.load(ordering: .relaxed)
    }
  }

  private func openAction(lane: UInt8, in records: [TraceRecord]) -> Int? {
    var open: [Int] = []
    for record in records where record.lane == lane {
      if record.kind == .actionEnter { open.append(Int(record.subject)) }
      if record.kind == .actionExit { open.removeAll { $0 == Int(record.subject) } }
    }
    return open.last
  }
}
