extension RaceTemplate {
  /// The subscriber drives a subject of the graph from inside its own callback.
  static let reentrantInsideNext = RaceTemplate(
    "re-entrant on inside onNext", needs: [.source, .subject], weight: 6
  ) { capabilities, choices in
    let source = capabilities.source(&choices)
    let subject = choices.element(of: capabilities.serialised)
    let reentrant: Action =
      switch choices.drawWeighted([capabilities.observersSend ? 4 : 0, 2, 1]) {
      case 0: .next(feed: subject, payload: 0)
      case 1: .completed(feed: subject)
      default: .error(feed: subject)
      }
    return Race(
      [.next(feed: source, payload: 0)] + capabilities.leadIn(source, &choices),
      capabilities.opponent(of: source, &choices),
      reactions: [
        Reaction(subscription: 1, trigger: .next(ordinal: 1), actions: [reentrant])
      ])
  }
}
