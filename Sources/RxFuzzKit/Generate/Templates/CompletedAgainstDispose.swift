extension RaceTemplate {
  /// A source completes while its subscriber leaves: both want to release the same resources.
  static let completedAgainstDispose = RaceTemplate(
    "completed ‖ dispose", needs: .source, wants: .ending
  ) { ground, choices in
    let source = ground.source(&choices)
    return Race(
      ground.leadIn(source, &choices) + [.completed(feed: source)], [.dispose(subscription: 1)])
  }
}
