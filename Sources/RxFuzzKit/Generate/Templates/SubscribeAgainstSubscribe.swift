extension RaceTemplate {
  /// Two first subscribers of a shared sequence at once: one connection, for both.
  static let subscribeAgainstSubscribe = RaceTemplate(
    "subscribe ‖ subscribe", needs: .shared, weight: 12
  ) { ground, choices in
    let leaves = choices.unusual(1, outOf: 3)
    return Race(
      [.subscribe(subscription: 1)] + (leaves ? [.dispose(subscription: 1)] : []),
      [.subscribe(subscription: 2)])
  }
}
