extension RaceTemplate {
  /// The subscriber leaves from inside its own callback while another queue acts.
  static let disposeInsideNext = RaceTemplate("dispose inside onNext", needs: .source) {
    capabilities, choices in
    let source = capabilities.source(&choices)
    let ordinal = 1 + choices.draw(2)
    let elements = ordinal + choices.draw(2)
    return Race(
      Array(repeating: .next(feed: source, payload: 0), count: elements),
      capabilities.opponent(of: source, &choices),
      reactions: [
        Reaction(
          subscription: 1, trigger: .next(ordinal: ordinal), actions: [.dispose(subscription: 1)])
      ])
  }
}
