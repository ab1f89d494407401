extension RaceTemplate {
  /// The last subscriber of a shared sequence leaves while the next one arrives.
  static let firstSubscribeAgainstLastDispose = RaceTemplate(
    "first subscribe ‖ last dispose", needs: .shared, weight: 12
  ) { capabilities, choices in
    let events: [Action] =
      capabilities.sources.isEmpty || choices.unusual(1, outOf: 2)
      ? [] : [.next(feed: capabilities.source(&choices), payload: 0)]
    return Race(
      [.dispose(subscription: 1)], [.subscribe(subscription: 2)] + events)
  }
}
