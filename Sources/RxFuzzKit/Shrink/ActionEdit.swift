/// Actions and scenarios with their numbers changed.
extension Action {
  /// The same action on another feed or subscription, with another payload or span of time.
  func renumbered(
    feed: (Int) -> Int = { $0 }, subscription: (Int) -> Int = { $0 },
    payload: (Int) -> Int = { $0 }, span: (Int) -> Int = { $0 }
  ) -> Action {
    switch self {
    case .next(let number, let value): .next(feed: feed(number), payload: payload(value))
    case .error(let number): .error(feed: feed(number))
    case .completed(let number): .completed(feed: feed(number))
    case .dispose(let number): .dispose(subscription: subscription(number))
    case .subscribe(let number): .subscribe(subscription: subscription(number))
    case .drop(let number): .drop(subscription: subscription(number))
    case .advance(let clock, let value): .advance(clock: clock, milliseconds: span(value))
    }
  }
}

extension Scenario {
  /// The same scenario with each list of actions edited: before, queues, reactions, in the order of
  /// `actions`.
  func editingActions(_ edit: ([Action]) -> [Action]) -> Scenario {
    var copy = self
    copy.before = edit(before)
    copy.queues = queues.map(edit)
    for index in copy.reactions.indices {
      copy.reactions[index].actions = edit(copy.reactions[index].actions)
    }
    return copy
  }
}
