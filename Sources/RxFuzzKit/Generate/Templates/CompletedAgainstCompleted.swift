extension RaceTemplate {
  /// Two ends at once: of one source, where one must win, or of two sources that meet.
  static let completedAgainstCompleted = ends(
    "completed ‖ completed", { .completed(feed: $0) }, { .completed(feed: $0) })

  /// Two ends of these kinds at once, each of the feed that it is given.
  static func ends(
    _ name: String, _ first: @escaping @Sendable (Int) -> Action,
    _ second: @escaping @Sendable (Int) -> Action
  ) -> RaceTemplate {
    RaceTemplate(name, needs: .source, wants: [.twoDrivers, .ending]) { capabilities, choices in
      let (one, other) = capabilities.ends(&choices)
      let leadIn = one == other ? [] : capabilities.leadIn(one, &choices)
      return Race(
        leadIn + [first(one)], [second(other)],
        before: capabilities.endings(but: [one, other], &choices))
    }
  }
}
