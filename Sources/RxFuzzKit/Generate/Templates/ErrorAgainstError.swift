extension RaceTemplate {
  /// Two errors at once, of one source or of two that meet: one is delivered, the other one goes nowhere.
  static let errorAgainstError = RaceTemplate(
    "error ‖ error", needs: .source, wants: .twoDrivers
  ) { ground, choices in
    let (first, second) = ground.ends(&choices)
    let leadIn = first == second ? [] : ground.leadIn(first, &choices)
    return Race(leadIn + [.error(feed: first)], [.error(feed: second)])
  }
}
