extension RaceTemplate {
  /// Two queues emit at once: deliveries must be serialised, and none may be lost.
  static let nextAgainstNext = nextAgainst("next ‖ next") { feed, leadIn in
    [.next(feed: feed, payload: 0)] + leadIn
  }

  /// One source emits, and another queue drives another source, or the same subject.
  /// - Parameter rival: what that queue does, from its source and the elements that may come along.
  static func nextAgainst(
    _ name: String, wants: GraphCapabilities.Needs = [],
    _ rival: @escaping @Sendable (_ feed: Int, _ leadIn: [Action]) -> [Action]
  ) -> RaceTemplate {
    RaceTemplate(name, needs: .twoDrivers, wants: wants, weight: 6) { capabilities, choices in
      let (first, second) = capabilities.rivals(&choices)
      return Race(
        [.next(feed: first, payload: 0)] + capabilities.leadIn(first, &choices),
        rival(second, capabilities.leadIn(second, &choices)),
        before: capabilities.priming(second, beside: first, &choices),
        holdSpins: capabilities.window(&choices))
    }
  }
}
