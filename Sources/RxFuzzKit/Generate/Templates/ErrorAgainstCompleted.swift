extension RaceTemplate {
  /// Two different ends at once, of one source or of two that meet: at most one is delivered.
  static let errorAgainstCompleted = RaceTemplate("error ‖ completed", needs: .source) {
    ground, choices in
    let first = ground.source(&choices)
    let second = ground.anySource(&choices)
    let leadIn = first == second ? [] : ground.leadIn(first, &choices)
    return Race(leadIn + [.error(feed: first)], [.completed(feed: second)])
  }
}
