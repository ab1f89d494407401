extension Catalogue {
  /// Subjects that remember, rows that share one connection among their subscribers, and traits.
  static let hot: [OperatorRow] = [
    OperatorRow(
      "behavior", [.feed, .payload], inputs: 0...0, weight: 5, traits: [.feed, .hot],
      model: .behavior),
    OperatorRow(
      "replay", [.feed, .count(1...3)], inputs: 0...0, weight: 5, traits: [.feed, .hot],
      model: .replay),
    OperatorRow(
      "async", [.feed], inputs: 0...0, weight: 3, traits: [.feed, .hot], model: .async),
    OperatorRow("share", weight: 2, traits: .shares, model: .share),
    OperatorRow("shareReplay", [.count(1...2)], weight: 2, traits: .shares, model: .shareReplay),
    OperatorRow("shareForever", [.count(0...2)], weight: 2, traits: .shares, model: .shareForever),
    OperatorRow("publishRefCount", weight: 2, traits: .shares, model: .share),
    OperatorRow("replayRefCount", [.count(1...2)], weight: 2, traits: .shares, model: .shareReplay),
    // The second input's first element connects; disposing the subscription disconnects.
    OperatorRow(
      "publishConnect", inputs: 2...2, weight: 1,
      traits: [.combines, .shares, .resubscribes, .connects], model: .unsaid),
    OperatorRow("multicast", weight: 1, model: .identity),
    OperatorRow("asSingle", weight: 2, model: .asSingle),
    OperatorRow("asMaybe", weight: 2, model: .asMaybe),
    OperatorRow("first", weight: 2, model: .first),
  ]
}
