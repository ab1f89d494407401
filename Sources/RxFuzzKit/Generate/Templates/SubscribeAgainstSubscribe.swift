extension RaceTemplate {
  /// Two subscribers arrive at once: each gets a subscription of its own.
  static let subscribeAgainstSubscribe = RaceTemplate("subscribe ‖ subscribe") { _, choices in
    subscribers(&choices)
  }

  /// Two first subscribers of a shared sequence at once: one connection, for both.
  static let firstSubscribersAtOnce = RaceTemplate(
    "first subscribers at once", needs: .shared, weight: 12
  ) { _, choices in
    subscribers(&choices)
  }

  private static func subscribers(_ choices: inout ChoiceStream) -> Race {
    let leaves = choices.unusual(1, outOf: 3)
    return Race(
      [.subscribe(subscription: 1)] + (leaves ? [.dispose(subscription: 1)] : []),
      [.subscribe(subscription: 2)])
  }
}
