extension RaceTemplate {
  /// A source completes while its subscriber leaves: both want to release the same resources.
  static let completedAgainstDispose = RaceTemplate(
    "completed ‖ dispose", needs: .source, wants: .ending
  ) { capabilities, choices in
    let source = capabilities.source(&choices)
    return Race(
      capabilities.leadIn(source, &choices) + [.completed(feed: source)],
      [.dispose(subscription: 1)])
  }
}
