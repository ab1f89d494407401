extension RaceTemplate {
  /// A closure throws while another queue disposes or emits: one error, and everything is released.
  static let throwingSelector = RaceTemplate(
    "closure throws ‖ anything", needs: [.throwing, .source], weight: 12
  ) { ground, choices in
    let source = ground.source(&choices)
    return Race(
      [.next(feed: source, payload: 0), .next(feed: source, payload: 0)]
        + ground.leadIn(source, &choices),
      ground.opponent(of: source, &choices))
  }
}
