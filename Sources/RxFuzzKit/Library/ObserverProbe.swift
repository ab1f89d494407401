import ScheduleKit
import Synchronization

/// The kit's end of one subscription: records each callback's entry and exit, holds the in-flight window
/// open for as long as the scenario says, and performs the scenario's reactions.
///
/// Thread-safety: callbacks from any thread, even overlapping ones: that is what it is there to see.
public final class ObserverProbe: @unchecked Sendable {
  // Safety: what `prepare` writes is written before the race; the rest are constants and atomics, but for `calls`,
  // which is there to race where the library does not order its calls (SER-2).
  public let subscription: Int
  private let recorder: Recorder
  private var holdSpins: UInt64 = 0
  private var reactions: [PlannedReaction] = []
  /// Weak, because a library that leaks its observer must not keep the whole iteration.
  private weak var iteration: Iteration?
  private let elementsSeen = Atomic<Int>(0)
  private let terminalsSeen = Atomic<Int>(0)
  private let disposalsSeen = Atomic<Int>(0)
  private let calls = OrderedCalls()
  /// Whether deliveries belong to scheduler queues, and to which, where the graph promises one.
  private var isAsynchronous = false
  private var promisedQueue: Int?

  init(subscription: Int, recorder: Recorder) {
    self.subscription = subscription
    self.recorder = recorder
  }

  public func next(_ token: Int) {
    let queue = enterQueue()
    recorder.record(.nextEnter, subject: subscription, value: token)
    calls.write()
    hold()
    if !reactions.isEmpty {
      // Relaxed: each delivery needs its own ordinal and nothing else.
      let ordinal = elementsSeen.wrappingAdd(1, ordering: .relaxed).newValue
      react(to: .next(ordinal: ordinal))
    }
    recorder.record(.nextExit, subject: subscription, value: token)
    if let queue { SchedulerQueues.occupancy.leave(queue) }
  }

  public func error(_ code: Int) {
    let queue = enterQueue()
    recorder.record(.errorEnter, subject: subscription, value: code)
    calls.write()
    hold()
    if !reactions.isEmpty { reactToTerminal(.error) }
    recorder.record(.errorExit, subject: subscription, value: code)
    if let queue { SchedulerQueues.occupancy.leave(queue) }
  }

  public func completed() {
    let queue = enterQueue()
    recorder.record(.completedEnter, subject: subscription)
    calls.write()
    hold()
    if !reactions.isEmpty { reactToTerminal(.completed) }
    recorder.record(.completedExit, subject: subscription)
    if let queue { SchedulerQueues.occupancy.leave(queue) }
  }

  /// The library's onDisposed callback, where it has one.
  public func disposed() {
    recorder.record(.disposedCallback, subject: subscription)
    // A second call is a violation that the trace shows; a scenario's action happens once.
    guard !reactions.isEmpty, disposalsSeen.wrappingAdd(1, ordering: .relaxed).oldValue == 0 else {
      return
    }
    react(to: .disposed)
  }

  /// No longer than a scenario can ask for, whatever is read where memory was damaged.
  private func hold() {
    guard holdSpins != 0 else { return }
    Processor.spin(turns: min(holdSpins, UInt64(ScenarioLimits.holdSpinsMax)))
  }

  /// Makes the probe ready for one run. Only before the race.
  func prepare(_ plan: ScenarioPlan, holdSpins: UInt64, iteration: Iteration) {
    self.holdSpins = holdSpins
    isAsynchronous = plan.isAsynchronous
    promisedQueue = plan.deliveryQueue
    guard plan.hasReactions else {
      if !reactions.isEmpty { reactions = [] }
      return
    }
    reactions = plan.reactions.filter { $0.subscription == subscription }
    self.iteration = iteration
    elementsSeen.store(0, ordering: .relaxed)
    terminalsSeen.store(0, ordering: .relaxed)
    disposalsSeen.store(0, ordering: .relaxed)
  }

  /// Comes in for the queue that this delivery belongs to, and notes who is there already. The queue to leave, or nil.
  private func enterQueue() -> Int? {
    guard isAsynchronous, let queue = promisedQueue ?? SchedulerQueues.current else { return nil }
    switch SchedulerQueues.occupancy.enter(queue) {
    case .entered: return queue
    case .nested: return nil
    case .overlapped:
      recorder.noteOverlap(queue: queue)
      return nil
    }
  }

  // A second terminal event is a violation that the trace shows; its reaction must not run twice,
  // because a scenario's action happens once.
  private func reactToTerminal(_ trigger: Reaction.Trigger) {
    guard terminalsSeen.wrappingAdd(1, ordering: .relaxed).oldValue == 0 else { return }
    react(to: trigger)
  }

  private func react(to trigger: Reaction.Trigger) {
    for reaction in reactions where reaction.trigger == trigger {
      iteration?.react(reaction.actions)
    }
  }
}
