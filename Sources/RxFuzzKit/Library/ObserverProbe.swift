import CScheduleRuntime
import Synchronization

/// The kit's end of one subscription: records each callback's entry and exit, holds the in-flight window
/// open for as long as the scenario says, and performs the scenario's reactions.
///
/// Thread-safety: callbacks from any thread, even overlapping ones: that is what it is there to see.
public final class ObserverProbe: @unchecked Sendable {
  // Safety: `plan` and `iteration` are written before the race; the rest are constants and atomics.
  public let subscription: Int
  private let recorder: Recorder
  private var holdSpins: UInt64 = 0
  private var reactions: [PlannedReaction] = []
  /// Weak, because a library that leaks its observer must not keep the whole iteration.
  private weak var iteration: Iteration?
  private let elementsSeen = Atomic<Int>(0)
  private let terminalsSeen = Atomic<Int>(0)

  init(subscription: Int, recorder: Recorder) {
    self.subscription = subscription
    self.recorder = recorder
  }

  public func next(_ token: Int) {
    recorder.record(.nextEnter, subject: subscription, value: token)
    if holdSpins != 0 { csr_spin(holdSpins) }
    if !reactions.isEmpty {
      // Relaxed: each delivery needs its own ordinal and nothing else.
      let ordinal = elementsSeen.wrappingAdd(1, ordering: .relaxed).newValue
      react(to: .next(ordinal: ordinal))
    }
    recorder.record(.nextExit, subject: subscription, value: token)
  }

  public func error(_ code: Int) {
    recorder.record(.errorEnter, subject: subscription, value: code)
    if holdSpins != 0 { csr_spin(holdSpins) }
    if !reactions.isEmpty { reactToTerminal(.error) }
    recorder.record(.errorExit, subject: subscription, value: code)
  }

  public func completed() {
    recorder.record(.completedEnter, subject: subscription)
    if holdSpins != 0 { csr_spin(holdSpins) }
    if !reactions.isEmpty { reactToTerminal(.completed) }
    recorder.record(.completedExit, subject: subscription)
  }

  /// The library's onDisposed callback, where it has one.
  public func disposed() { recorder.record(.disposedCallback, subject: subscription) }

  /// Makes the probe ready for one run. Only before the race.
  func prepare(_ plan: ScenarioPlan, iteration: Iteration) {
    holdSpins = plan.holdSpins
    guard plan.hasReactions else {
      if !reactions.isEmpty { reactions = [] }
      return
    }
    reactions = plan.reactions.filter { $0.subscription == subscription }
    self.iteration = iteration
    elementsSeen.store(0, ordering: .relaxed)
    terminalsSeen.store(0, ordering: .relaxed)
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
