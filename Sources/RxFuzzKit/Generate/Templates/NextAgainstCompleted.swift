extension RaceTemplate {
  /// One source, or one subject from another queue, ends while elements come.
  static let nextAgainstCompleted = nextAgainst("next ‖ completed", wants: .ending) {
    feed, leadIn in
    leadIn + [.completed(feed: feed)]
  }
}
