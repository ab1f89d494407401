extension RaceTemplate {
  /// One source, or one subject from another queue, fails while elements come: the error must not overtake a delivery.
  static let nextAgainstError = RaceTemplate("next ‖ error", needs: .twoDrivers, weight: 6) {
    ground, choices in
    let (first, second) = ground.rivals(&choices)
    return Race(
      [.next(feed: first, payload: 0)] + ground.leadIn(first, &choices),
      ground.leadIn(second, &choices) + [.error(feed: second)],
      before: ground.priming(second, beside: first, &choices),
      holdSpins: ground.window(&choices))
  }
}
