extension Catalogue {
  /// Rows that stand for an operator of a library's user, by the number of its sources. No library binds them but one that is
  /// made for such an operator, and what they mean is for that one to say.
  public static let own: [OperatorRow] = [
    OperatorRow("own", weight: 36, model: OperatorModel(.withoutModel)),
    OperatorRow(
      "ownOfTwo", inputs: 2...2, weight: 36, traits: .combines, model: OperatorModel(.withoutModel)),
    OperatorRow(
      "ownOfThree", inputs: 3...3, weight: 36, traits: .combines,
      model: OperatorModel(.withoutModel)),
    OperatorRow(
      "ownTimed", [.queue], weight: 36, traits: [.asynchronous, .timed],
      model: OperatorModel(.withoutModel)),
  ]
}
