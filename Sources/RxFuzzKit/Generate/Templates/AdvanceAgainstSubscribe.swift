extension RaceTemplate {
  /// A virtual clock is moved while what goes by it comes to life.
  static let advanceAgainstSubscribe = RaceTemplate(
    "advance ‖ subscribe", needs: .clock, weight: 8
  ) { capabilities, choices in
    Race(
      [capabilities.advance(&choices), capabilities.advance(&choices)],
      [.subscribe(subscription: 1)])
  }
}
