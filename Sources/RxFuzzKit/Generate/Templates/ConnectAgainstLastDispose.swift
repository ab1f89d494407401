extension RaceTemplate {
  /// What is shared is connected while its last subscriber leaves: the connection must not outlive it.
  static let connectAgainstLastDispose = RaceTemplate(
    "connect ‖ last dispose", needs: .connectable, weight: 12
  ) { ground, choices in
    let pair = ground.guided(ground.connectable, &choices)
    return Race(
      [.next(feed: pair.guide, payload: 0)] + ground.leadIn(pair.guided, &choices),
      [.dispose(subscription: 1)])
  }
}
