/// SCHED-2: while one thread delivered for a serial queue, another one did.
///
/// The kit's observers see it: what they are called for on a queue, or should be, is an action of that queue, and
/// it lasts as long as the observer's window is held open.
struct SerialQueueInvariant: TraceInvariant {
  let name = InvariantName.sched2
  let statement = "A serial queue never runs two actions at once."

  func violation(in facts: TraceFacts) -> Violation? {
    facts.trace.endState.overlappedQueue.map {
      Violation("queue \(Letters.schedulerQueue($0)) ran two actions at once")
    }
  }
}
