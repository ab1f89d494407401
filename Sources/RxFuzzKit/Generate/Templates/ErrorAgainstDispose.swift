extension RaceTemplate {
  /// A source fails while its subscriber leaves.
  static let errorAgainstDispose = RaceTemplate("error ‖ dispose", needs: .source, wants: .ending) {
    capabilities, choices in
    let source = capabilities.source(&choices)
    return Race(
      capabilities.leadIn(source, &choices) + [.error(feed: source)], [.dispose(subscription: 1)])
  }
}
