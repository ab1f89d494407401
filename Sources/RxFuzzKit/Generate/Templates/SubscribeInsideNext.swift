extension RaceTemplate {
  /// A second subscriber arrives from inside the first one's callback.
  static let subscribeInsideNext = RaceTemplate("subscribe inside onNext", needs: .source) {
    ground, choices in
    let source = ground.source(&choices)
    return Race(
      [.next(feed: source, payload: 0)] + ground.leadIn(source, &choices),
      ground.opponent(of: source, &choices),
      reactions: [
        Reaction(
          subscription: 1, trigger: .next(ordinal: 1), actions: [.subscribe(subscription: 2)])
      ])
  }
}
