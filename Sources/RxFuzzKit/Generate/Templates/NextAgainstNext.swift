extension RaceTemplate {
  /// Two queues emit at once: deliveries must be serialised, and none may be lost.
  static let nextAgainstNext = RaceTemplate("next ‖ next", needs: .twoDrivers, weight: 6) {
    ground, choices in
    let (first, second) = ground.rivals(&choices)
    return Race(
      [.next(feed: first, payload: 0)] + ground.leadIn(first, &choices),
      [.next(feed: second, payload: 0)] + ground.leadIn(second, &choices),
      before: ground.priming(second, beside: first, &choices),
      holdSpins: ground.window(&choices))
  }
}
