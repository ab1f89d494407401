extension RaceTemplate {
  /// Two different ends at once, of one source or of two that meet: at most one is delivered.
  static let errorAgainstCompleted = RaceTemplate(
    "error ‖ completed", needs: .source, wants: .twoDrivers
  ) { ground, choices in
    let (first, second) = ground.ends(&choices)
    let leadIn = first == second ? [] : ground.leadIn(first, &choices)
    return Race(leadIn + [.error(feed: first)], [.completed(feed: second)])
  }
}
