extension OperatorModel {
  /// An operator of one source that emits with each element what a function of all elements so far has more.
  ///
  /// For example `{ $0.filter { $0 > 3 } }`. An error and completed are passed on at once.
  /// - Parameters:
  ///   - isComplete: whether it completes with these elements, before its source does.
  ///   - output: what it has emitted once these elements have come; a beginning stays one.
  public static func list(
    isComplete: @escaping @Sendable ([Int]) -> Bool = { _ in false },
    _ output: @escaping @Sendable ([Int]) -> [Int]
  ) -> OperatorModel {
    .stage { memory, _, event, _ in
      guard case .next(let token) = event else { return [event] }
      let before = output(memory.elements)
      memory.elements.append(token)
      let more = output(memory.elements).dropFirst(before.count).map { ModelEvent.next($0) }
      return more + (isComplete(memory.elements) ? [.completed] : [])
    }
  }
}
