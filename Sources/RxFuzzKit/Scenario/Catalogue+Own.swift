extension Catalogue {
  /// Rows that stand for an operator of a library's user, by the number of its sources. No library binds them but one that is
  /// made for such an operator, and what they mean is for that one to say. Where nobody says it, they may subscribe their
  /// sources as often as they like, as `retry` does, and keep them for another subscription, as what is shared does.
  public static let own: [OperatorRow] = [
    OperatorRow("own", weight: 36, traits: unspecified, model: OperatorModel(.withoutModel)),
    OperatorRow(
      "ownOfTwo", inputs: 2...2, weight: 36, traits: unspecified.union(.combines),
      model: OperatorModel(.withoutModel)),
    OperatorRow(
      "ownOfThree", inputs: 3...3, weight: 36, traits: unspecified.union(.combines),
      model: OperatorModel(.withoutModel)),
    OperatorRow(
      "ownTimed", [.queue], weight: 36, traits: unspecified.union([.asynchronous, .timed]),
      model: OperatorModel(.withoutModel)),
  ]

  private static let unspecified: OperatorRow.Traits = [.resubscribes, .unspecified]
}
