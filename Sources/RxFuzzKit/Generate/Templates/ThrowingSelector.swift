extension RaceTemplate {
  /// A closure throws while another queue disposes or emits: one error, and everything is released.
  static let throwingSelector = RaceTemplate(
    "closure throws ‖ anything", needs: [.throwing, .source], weight: 12
  ) { capabilities, choices in
    let source = capabilities.source(&choices)
    return Race(
      [.next(feed: source, payload: 0), .next(feed: source, payload: 0)]
        + capabilities.leadIn(source, &choices),
      capabilities.opponent(of: source, &choices))
  }
}
