extension RaceTemplate {
  /// A second subscriber arrives from inside the first one's callback.
  static let subscribeInsideNext = RaceTemplate("subscribe inside onNext", needs: .source) {
    capabilities, choices in
    let source = capabilities.source(&choices)
    return Race(
      [.next(feed: source, payload: 0)] + capabilities.leadIn(source, &choices),
      capabilities.opponent(of: source, &choices),
      reactions: [
        Reaction(
          subscription: 1, trigger: .next(ordinal: 1), actions: [.subscribe(subscription: 2)])
      ])
  }
}
