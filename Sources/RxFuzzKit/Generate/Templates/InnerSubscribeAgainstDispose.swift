extension RaceTemplate {
  /// Each one more is one more chance to meet the moment in which the others are disposed.
  private static let innersMax = 4

  /// Elements make an operator subscribe to inner sequences while the subscriber leaves: none of them may be forgotten.
  static let innerSubscribeAgainstDispose = RaceTemplate(
    "inner subscribe ‖ dispose", needs: .inner
  ) { capabilities, choices in
    let pair = capabilities.guided(capabilities.inner, &choices)
    return Race(
      Array(repeating: .next(feed: pair.guide, payload: 0), count: 1 + choices.draw(innersMax)),
      [.dispose(subscription: 1)])
  }
}
