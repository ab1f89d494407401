/// What a trace says about one subscription.
public struct SubscriptionFacts: Sendable {
  public let number: Int
  /// True if its `subscribe` was called.
  public let hasStarted: Bool
  /// When `subscribe` ran. An implied subscription has no entry; its exit is where the script starts.
  public let subscribe: TraceFacts.Span
  /// Entry of the first dispose or drop of it.
  public let disposalEnter: Int?
  /// The point of disposal: from here on the subscriber may rely on it.
  ///
  /// It is the first exit of a dispose or drop of it at which no other that had entered was still
  /// running (a second dispose may return while the first is still at work), and not before
  /// `subscribe` has returned, because until then there is nothing to dispose of. The teardown after
  /// the race does not count.
  public let disposalPoint: Int?

  init(_ number: Int, script: ScenarioFacts, reader: TraceReader) {
    self.number = number
    var subscribe = TraceFacts.Span()
    var disposals: [TraceFacts.Span] = []
    for ordinal in script.actions.indices.map({ $0 + 1 }) {
      switch script.actions[ordinal - 1] {
      case .subscribe(number): subscribe = reader.runs[ordinal]
      case .dispose(number), .drop(number):
        if reader.runs[ordinal].enter != nil { disposals.append(reader.runs[ordinal]) }
      case .next, .error, .completed, .subscribe, .dispose, .drop, .advance: break
      }
    }
    if script.implied.contains(number) { subscribe.exit = reader.scriptStart }
    self.subscribe = subscribe
    hasStarted = script.implied.contains(number) || subscribe.enter != nil
    disposalEnter = disposals.compactMap(\.enter).min()
    let returned = disposals.compactMap(\.exit).sorted().first { exit in
      !disposals.contains { $0.isOpen(at: exit) }
    }
    if let returned, let subscribed = subscribe.exit {
      disposalPoint = max(returned, subscribed)
    } else {
      disposalPoint = nil
    }
  }
}
