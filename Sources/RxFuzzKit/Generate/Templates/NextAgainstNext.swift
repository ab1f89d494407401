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
    RaceTemplate(name, needs: .twoDrivers, wants: wants, weight: 6) { ground, choices in
      let (first, second) = ground.rivals(&choices)
      return Race(
        [.next(feed: first, payload: 0)] + ground.leadIn(first, &choices),
        rival(second, ground.leadIn(second, &choices)),
        before: ground.priming(second, beside: first, &choices),
        holdSpins: ground.window(&choices))
    }
  }
}
