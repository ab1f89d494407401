extension RaceTemplate {
  /// A subscriber arrives while the source ends: the first one, or a second beside it.
  static let subscribeAgainstCompleted = RaceTemplate(
    "subscribe ‖ completed", needs: .source, wants: .ending
  ) { capabilities, choices in
    let newcomer = choices.element(of: [1, 2])
    let source = capabilities.source(&choices)
    return Race(
      [.subscribe(subscription: newcomer)],
      capabilities.leadIn(source, &choices) + [.completed(feed: source)])
  }
}
