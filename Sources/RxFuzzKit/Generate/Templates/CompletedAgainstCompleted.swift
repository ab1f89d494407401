extension RaceTemplate {
  /// Two ends at once: of one source, where one must win, or of two sources that meet.
  static let completedAgainstCompleted = RaceTemplate("completed ‖ completed", needs: .source) {
    ground, choices in
    let first = ground.source(&choices)
    let second = ground.anySource(&choices)
    let leadIn = first == second ? [] : ground.leadIn(first, &choices)
    return Race(leadIn + [.completed(feed: first)], [.completed(feed: second)])
  }
}
