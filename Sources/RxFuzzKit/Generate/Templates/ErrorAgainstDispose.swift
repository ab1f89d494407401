extension RaceTemplate {
  /// A source fails while its subscriber leaves.
  static let errorAgainstDispose = RaceTemplate("error ‖ dispose", needs: .source, wants: .ending) {
    ground, choices in
    let source = ground.source(&choices)
    return Race(
      ground.leadIn(source, &choices) + [.error(feed: source)], [.dispose(subscription: 1)])
  }
}
