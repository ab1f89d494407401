// Operators that combine sequences with one another, or continue one with another.

extension Catalogue {
  static let gathering: [OperatorRow] = [
    OperatorRow("zip", inputs: 2...3, weight: 6, traits: .combines, model: .zip),
    OperatorRow("zipAll", inputs: 2...3, weight: 3, traits: .combines, model: .zipAll),
    OperatorRow(
      "combineLatest", inputs: 2...3, weight: 6, traits: .combines, model: .combineLatest),
    OperatorRow(
      "combineLatestAll", inputs: 2...3, weight: 3, traits: .combines, model: .combineLatest),
    OperatorRow(
      "withLatestFrom", inputs: 2...2, weight: 5, traits: .combines, model: .withLatestFrom),
    OperatorRow("amb", inputs: 2...3, traits: .combines, model: .amb),
  ]

  static let succession: [OperatorRow] = [
    OperatorRow("startWith", [.payload], weight: 2, traits: .hearsOut, model: .startWith),
    OperatorRow("concat", inputs: 2...3, weight: 5, model: .concat),
    OperatorRow("catch", inputs: 2...2, weight: 5, model: .catchError),
    OperatorRow("catchAndReturn", [.payload], weight: 3, model: .catchAndReturn),
    OperatorRow("catchSequence", inputs: 2...3, weight: 3, model: .catchSequence),
    OperatorRow("retry", [.count(1...3)], weight: 5, traits: .resubscribes, model: .retry),
    OperatorRow(
      "retryWhen", inputs: 2...2, weight: 5, traits: [.combines, .resubscribes],
      model: .retryWhen),
  ]
}
