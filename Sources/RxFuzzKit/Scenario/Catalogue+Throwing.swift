// Operators whose closure throws for the elements that satisfy a predicate, and is harmless for the others.

extension Catalogue {
  static let throwing: [OperatorRow] = [
    thrower("mapThrows", model: OperatorModel.identity.throwing),
    thrower("filterThrows", model: OperatorModel.identity.throwing),
    thrower("compactMapThrows", model: OperatorModel.identity.throwing),
    thrower("takeWhileThrows", model: OperatorModel.identity.throwing),
    thrower("doThrows", model: OperatorModel.identity.throwing),
    thrower("groupByThrows", traits: .combines, model: OperatorModel.grouped.throwing),
    thrower("flatMapThrows", traits: [.combines, .resubscribes], model: .throwingSequences),
    thrower("flatMapLatestThrows", traits: [.combines, .resubscribes], model: .throwingSequences),
    thrower("concatMapThrows", traits: [.combines, .resubscribes], model: .throwingSequences),
    // The payload that the handler is given is the number of the error's action.
    thrower("catchThrows", inputs: 2...2, model: .catchThrows),
    thrower("zipThrows", inputs: 2...2, traits: .combines, model: OperatorModel.zip.throwing),
    thrower(
      "combineLatestThrows", inputs: 2...2, traits: .combines,
      model: OperatorModel.combineLatest.throwing),
    thrower(
      "withLatestFromThrows", inputs: 2...2, traits: .combines,
      model: OperatorModel.withLatestFrom.throwing),
  ]

  private static func thrower(
    _ name: String, inputs: ClosedRange<Int> = 1...1, traits: OperatorRow.Traits = [],
    model: OperatorModel
  ) -> OperatorRow {
    OperatorRow(
      name, [.predicate], inputs: inputs, weight: 1, traits: traits.union(.throws), model: model)
  }
}
