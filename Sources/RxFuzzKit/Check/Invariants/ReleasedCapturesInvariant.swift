/// LEAK-1: the canary captured by every closure that the library was given, and the library's own count.
struct ReleasedCapturesInvariant: TraceInvariant {
  let name = InvariantName.leak1
  let statement =
    "Sinks, observers and captured objects are freed after a terminal event or dispose."

  func violation(in facts: TraceFacts) -> Violation? {
    let end = facts.trace.endState
    guard !end.hung else { return nil }
    // In a free race, what somebody's operator has left to a queue of its own may hold it still; under control it does not.
    if end.capturesAlive, !end.mayBeAtWorkElsewhere {
      return Violation("a closure given to the library was never released")
    }
    if end.resourcesAlive > 0 { return Violation("the library still counts live resources") }
    return nil
  }
}
