import Synchronization

/// An object whose life shows whether the library has released the closures it was given, and through which what
/// happens inside those closures is part of a scenario.
///
/// One for each iteration; every closure that a binding hands to the library calls `touch` and thereby
/// captures it. LEAK-1 holds when, after everything was disposed and dropped, nobody else refers to it.
/// Thread-safety: `touch` from any thread; `arm` and `disarm` only before and after the race.
public final class Canary: @unchecked Sendable {
  // Safety: all but the counter are written before the race and after it, and only read in between.
  private var isArmed = false
  private var reactions: [PlannedReaction] = []
  private var visit: (@Sendable () -> Void)?
  /// Weak, because a library that leaks a closure must not keep the whole iteration.
  private weak var iteration: Iteration?
  private let touches = Atomic<Int>(0)

  public init() {}

  /// Call it in a closure: it captures the canary there, and performs what the scenario does in that call.
  @inline(never) public func touch() {
    guard isArmed else { return }
    visit?()
    // Relaxed: each call needs its own ordinal and nothing else.
    let ordinal = touches.wrappingAdd(1, ordering: .relaxed).newValue
    for reaction in reactions where reaction.trigger == .closure(ordinal: ordinal) {
      iteration?.react(reaction.actions)
    }
  }

  /// Counts calls from now on, and reacts to them.
  func arm(_ reactions: [PlannedReaction], iteration: Iteration) {
    touches.store(0, ordering: .relaxed)
    self.reactions = reactions
    self.iteration = iteration
    isArmed = true
  }

  /// Calls `visit` inside each closure from now on.
  func arm(visit: @escaping @Sendable () -> Void) {
    self.visit = visit
    isArmed = true
  }

  /// No call is reacted to any more.
  func disarm() {
    guard isArmed else { return }
    isArmed = false
    reactions = []
    visit = nil
  }
}
