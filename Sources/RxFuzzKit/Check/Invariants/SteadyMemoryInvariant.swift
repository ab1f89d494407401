/// GROW-1: memory is counted after some rounds and after twice as many more; what grows in both spans grows for ever.
struct SteadyMemoryInvariant: TraceInvariant {
  let name = InvariantName.grow1
  let statement =
    "What has come and gone leaves no memory behind in a subscription that lives on."

  func violation(in facts: TraceFacts) -> Violation? {
    let end = facts.trace.endState
    let growth = HeapGrowth(objects: end.objectsGrown, bytes: end.bytesGrown)
    guard !end.hung, growth.isEndless else { return nil }
    return Violation(growth.words)
  }
}
