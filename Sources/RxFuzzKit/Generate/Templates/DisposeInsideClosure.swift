extension RaceTemplate {
  /// The subscriber leaves from inside a closure that the library was given: a selector, a side effect, the
  /// subscribe or dispose closure of a source.
  static let disposeInsideClosure = RaceTemplate(
    "dispose inside a closure", needs: .source, weight: 2
  ) { capabilities, choices in
    inClosure(.dispose(subscription: 1), capabilities, &choices)
  }

  /// A second subscriber arrives from inside a closure that the library was given.
  static let subscribeInsideClosure = RaceTemplate(
    "subscribe inside a closure", needs: .source, weight: 1
  ) { capabilities, choices in
    inClosure(.subscribe(subscription: 2), capabilities, &choices)
  }

  private static func inClosure(
    _ action: Action, _ capabilities: GraphCapabilities, _ choices: inout ChoiceStream
  ) -> Race {
    let source = capabilities.source(&choices)
    let arrives = choices.unusual(1, outOf: 2)
    let ordinal = 1 + choices.draw(4)
    return Race(
      (arrives ? [.subscribe(subscription: 1)] : [])
        + [.next(feed: source, payload: 0)] + capabilities.leadIn(source, &choices),
      capabilities.opponent(of: source, &choices),
      reactions: [
        Reaction(subscription: 1, trigger: .closure(ordinal: ordinal), actions: [action])
      ])
  }
}
