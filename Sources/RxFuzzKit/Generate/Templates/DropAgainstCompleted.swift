extension RaceTemplate {
  /// The last reference to a bag goes away while the source ends.
  static let dropAgainstCompleted = RaceTemplate(
    "drop bag ‖ completed", needs: .source, wants: .ending
  ) {
    capabilities, choices in
    let source = capabilities.source(&choices)
    return Race(
      capabilities.leadIn(source, &choices) + [.completed(feed: source)], [.drop(subscription: 1)],
      holders: [1: .bag])
  }
}
