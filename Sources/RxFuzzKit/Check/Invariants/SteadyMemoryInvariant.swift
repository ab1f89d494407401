/// GROW-1: memory is counted after some rounds and after twice as many more; what grows in both spans grows for ever.
struct SteadyMemoryInvariant: TraceInvariant {
  let name = InvariantName.grow1
  let statement =
    "What has come and gone leaves no memory behind in a subscription that lives on."

  /// Less than one object for every other round, or half a word for each, is an array that has grown once.
  private static let objectsMax = 0.5
  private static let bytesMax = 4.0

  func violation(in facts: TraceFacts) -> Violation? {
    let end = facts.trace.endState
    guard !end.hung, end.objectsGrown >= Self.objectsMax || end.bytesGrown >= Self.bytesMax else {
      return nil
    }
    return Violation(
      "what has come and gone stays allocated: \(Int(end.bytesGrown)) bytes of each round")
  }
}
