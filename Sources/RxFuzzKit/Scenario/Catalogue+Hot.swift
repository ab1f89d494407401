extension Catalogue {
  /// Subjects that remember, relays, rows that share one connection among their subscribers, and traits.
  static let hot: [OperatorRow] = [
    OperatorRow(
      "behavior", [.feed, .payload], inputs: 0...0, weight: 5, traits: [.feed, .hot],
      model: .behavior),
    OperatorRow(
      "replay", [.feed, .count(1...3)], inputs: 0...0, weight: 5, traits: [.feed, .hot],
      model: .replay),
    OperatorRow(
      "async", [.feed], inputs: 0...0, weight: 3, traits: [.feed, .hot], model: .async),
    relay("publishRelay", model: .publishRelay),
    relay("behaviorRelay", [.payload], model: .behaviorRelay),
    relay("replayRelay", [.count(1...3)], model: .replayRelay),
    OperatorRow("share", weight: 2, traits: .shares, model: .share),
    OperatorRow("shareReplay", [.count(1...2)], weight: 2, traits: .shares, model: .shareReplay),
    OperatorRow("shareForever", [.count(0...2)], weight: 2, traits: .shares, model: .shareForever),
    OperatorRow("publishRefCount", weight: 2, traits: .shares, model: .share),
    OperatorRow("replayRefCount", [.count(1...2)], weight: 2, traits: .shares, model: .shareReplay),
    OperatorRow("replayAllRefCount", weight: 1, traits: .shares, model: .shareReplayAll),
    // One subject for all connections.
    OperatorRow("multicastRefCount", weight: 2, traits: .shares, model: .shareThroughOne),
    // The second input's first element connects; disposing the subscription disconnects.
    OperatorRow(
      "publishConnect", inputs: 2...2, weight: 1,
      traits: [.combines, .shares, .resubscribes, .connects], model: .publishConnect),
    OperatorRow("multicast", weight: 1, model: .identity),
    OperatorRow("asSingle", weight: 2, model: .asSingle),
    OperatorRow("asMaybe", weight: 2, model: .asMaybe),
    OperatorRow("first", weight: 2, model: .first),
    OperatorRow("asInfallible", [.payload], weight: 1, model: .catchAndReturn),
  ]

  /// A relay on a feed: elements go through it, terminal events go nowhere.
  private static func relay(
    _ name: String, _ parameters: [ParameterKind] = [], model: OperatorModel
  ) -> OperatorRow {
    OperatorRow(
      name, [.feed] + parameters, inputs: 0...0, weight: 2, traits: [.feed, .hot, .endless],
      model: model)
  }
}
