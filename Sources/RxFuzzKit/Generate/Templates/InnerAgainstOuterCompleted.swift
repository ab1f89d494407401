extension RaceTemplate {
  /// The last inner sequence ends while the outer one does: whoever is second completes the whole, once.
  static let innerAgainstOuterCompleted = RaceTemplate(
    "inner completed ‖ outer completed", needs: .inner, wants: .ending, weight: 12
  ) { ground, choices in
    let pair = ground.guided(ground.inner, &choices)
    return Race(
      ground.leadIn(pair.guide, &choices) + [.completed(feed: pair.guide)],
      ground.leadIn(pair.guided, &choices) + [.completed(feed: pair.guided)],
      before: [.next(feed: pair.guide, payload: 0)])
  }
}
