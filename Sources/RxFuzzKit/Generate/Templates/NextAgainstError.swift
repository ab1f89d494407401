extension RaceTemplate {
  /// One source, or one subject from another queue, fails while elements come: the error must not overtake a delivery.
  static let nextAgainstError = nextAgainst("next ‖ error", wants: .ending) { feed, leadIn in
    leadIn + [.error(feed: feed)]
  }
}
