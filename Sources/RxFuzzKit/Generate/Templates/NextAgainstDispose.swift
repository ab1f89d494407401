extension RaceTemplate {
  /// Elements flow while the subscriber leaves: at most one of those in flight may still arrive.
  static let nextAgainstDispose = RaceTemplate("next ‖ dispose", needs: .source) {
    ground, choices in
    let source = ground.source(&choices)
    return Race(
      [.next(feed: source, payload: 0)] + ground.leadIn(source, &choices),
      [.dispose(subscription: 1)])
  }
}
