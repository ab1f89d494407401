extension RaceTemplate {
  /// The subscriber disposes what has just ended, from inside the end.
  static let disposeInsideTerminal = RaceTemplate(
    "dispose inside onCompleted or onError", needs: .source, weight: 3
  ) { capabilities, choices in
    inTerminal(.dispose(subscription: 1), capabilities, &choices)
  }

  /// The subscriber subscribes again from inside the end, as a retry by hand does.
  static let subscribeInsideTerminal = RaceTemplate(
    "subscribe inside onCompleted or onError", needs: .source, weight: 3
  ) { capabilities, choices in
    inTerminal(.subscribe(subscription: 2), capabilities, &choices)
  }

  private static func inTerminal(
    _ action: Action, _ capabilities: GraphCapabilities, _ choices: inout ChoiceStream
  ) -> Race {
    let source = capabilities.source(&choices)
    let fails = choices.unusual(1, outOf: 2)
    return Race(
      capabilities.leadIn(source, &choices)
        + [fails ? .error(feed: source) : .completed(feed: source)],
      capabilities.opponent(of: source, &choices),
      reactions: [
        Reaction(subscription: 1, trigger: fails ? .error : .completed, actions: [action])
      ])
  }
}
