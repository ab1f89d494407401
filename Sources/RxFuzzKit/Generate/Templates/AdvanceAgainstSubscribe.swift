extension RaceTemplate {
  /// A virtual clock is moved while what goes by it comes to life.
  static let advanceAgainstSubscribe = RaceTemplate(
    "advance ‖ subscribe", needs: .clock, weight: 8
  ) { ground, choices in
    Race(
      [ground.advance(&choices), ground.advance(&choices)], [.subscribe(subscription: 1)])
  }
}
