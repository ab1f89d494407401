extension RaceTemplate {
  /// Elements make an operator subscribe to inner sequences while the subscriber leaves: none of them may be forgotten.
  static let innerSubscribeAgainstDispose = RaceTemplate(
    "inner subscribe ‖ dispose", needs: .inner
  ) { ground, choices in
    let pair = ground.guided(ground.inner, &choices)
    return Race(
      [.next(feed: pair.guide, payload: 0)] + ground.leadIn(pair.guide, &choices),
      [.dispose(subscription: 1)])
  }
}
