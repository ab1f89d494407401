extension RaceTemplate {
  /// Two ends at once: of one source, where one must win, or of two sources that meet.
  static let completedAgainstCompleted = RaceTemplate(
    "completed ‖ completed", needs: .source, wants: .twoDrivers
  ) { ground, choices in
    let (first, second) = ground.ends(&choices)
    let leadIn = first == second ? [] : ground.leadIn(first, &choices)
    return Race(leadIn + [.completed(feed: first)], [.completed(feed: second)])
  }
}
