extension RaceTemplate {
  /// What is shared is connected while its last subscriber leaves: the connection must not outlive it.
  static let connectAgainstLastDispose = RaceTemplate(
    "connect ‖ last dispose", needs: .connectable, weight: 12
  ) { capabilities, choices in
    let pair = capabilities.guided(capabilities.connectable, &choices)
    return Race(
      [.next(feed: pair.guide, payload: 0)] + capabilities.leadIn(pair.guided, &choices),
      [.dispose(subscription: 1)])
  }
}
