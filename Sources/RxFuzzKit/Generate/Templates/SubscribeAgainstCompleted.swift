extension RaceTemplate {
  /// A subscriber arrives while the source ends: the first one, or a second beside it.
  static let subscribeAgainstCompleted = RaceTemplate(
    "subscribe ‖ completed", needs: .source, wants: .ending
  ) { ground, choices in
    let newcomer = choices.element(of: [1, 2])
    let source = ground.source(&choices)
    return Race(
      [.subscribe(subscription: newcomer)],
      ground.leadIn(source, &choices) + [.completed(feed: source)])
  }
}
