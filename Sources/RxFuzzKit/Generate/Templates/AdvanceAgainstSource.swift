extension RaceTemplate {
  /// A virtual clock does what is due while a source emits or ends.
  static let advanceAgainstSource = RaceTemplate(
    "advance ‖ source", needs: [.clock, .source], weight: 20
  ) { ground, choices in
    let source = ground.source(&choices)
    let end: [[Action]] = [
      [.next(feed: source, payload: 0)], [.completed(feed: source)], [.error(feed: source)],
    ]
    return Race(
      [ground.advance(&choices), ground.advance(&choices)],
      [.next(feed: source, payload: 0)] + end[choices.drawWeighted([4, 2, 1])])
  }
}
