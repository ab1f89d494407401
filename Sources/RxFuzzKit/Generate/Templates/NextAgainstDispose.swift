extension RaceTemplate {
  /// Elements flow while the subscriber leaves: at most one of those in flight may still arrive.
  static let nextAgainstDispose = RaceTemplate("next ‖ dispose", needs: .source) {
    capabilities, choices in
    let source = capabilities.source(&choices)
    return Race(
      [.next(feed: source, payload: 0)] + capabilities.leadIn(source, &choices),
      [.dispose(subscription: 1)])
  }
}
