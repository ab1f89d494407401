extension RaceTemplate {
  /// A virtual clock does what is due while a source emits or ends.
  static let advanceAgainstSource = RaceTemplate(
    "advance ‖ source", needs: [.clock, .source], weight: 20
  ) { capabilities, choices in
    let source = capabilities.source(&choices)
    let end: [[Action]] = [
      [.next(feed: source, payload: 0)], [.completed(feed: source)], [.error(feed: source)],
    ]
    return Race(
      [capabilities.advance(&choices), capabilities.advance(&choices)],
      [.next(feed: source, payload: 0)] + end[choices.drawWeighted([4, 2, 1])])
  }
}
