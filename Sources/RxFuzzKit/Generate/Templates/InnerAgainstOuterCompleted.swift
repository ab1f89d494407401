extension RaceTemplate {
  /// The last inner sequence ends while the outer one does: whoever is second completes the whole, once.
  static let innerAgainstOuterCompleted = RaceTemplate(
    "inner completed ‖ outer completed", needs: .inner, wants: .ending, weight: 12
  ) { capabilities, choices in
    let pair = capabilities.guided(capabilities.inner, &choices)
    return Race(
      capabilities.leadIn(pair.guide, &choices) + [.completed(feed: pair.guide)],
      capabilities.leadIn(pair.guided, &choices) + [.completed(feed: pair.guided)],
      before: [.next(feed: pair.guide, payload: 0)])
  }
}
