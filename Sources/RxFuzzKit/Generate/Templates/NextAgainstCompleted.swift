extension RaceTemplate {
  /// One source, or one subject from another queue, ends while elements come.
  static let nextAgainstCompleted = RaceTemplate("next ‖ completed", needs: .twoDrivers, weight: 6)
  {
    ground, choices in
    let (first, second) = ground.rivals(&choices)
    return Race(
      [.next(feed: first, payload: 0)] + ground.leadIn(first, &choices),
      ground.leadIn(second, &choices) + [.completed(feed: second)],
      before: ground.priming(second, beside: first, &choices),
      holdSpins: ground.window(&choices))
  }
}
