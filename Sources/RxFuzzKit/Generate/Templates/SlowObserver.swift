extension RaceTemplate {
  /// Long enough for another queue to do all it has to do, short enough to be raced often.
  private static let holdSpins = 600

  /// An observer takes its time while more events and a dispose arrive: they wait, or find it gone.
  static let slowObserver = RaceTemplate("slow observer ‖ anything", needs: .source, weight: 1) {
    capabilities, choices in
    let source = capabilities.source(&choices)
    return Race(
      [.next(feed: source, payload: 0), .next(feed: source, payload: 0)],
      capabilities.opponent(of: source, &choices), holdSpins: holdSpins)
  }
}
