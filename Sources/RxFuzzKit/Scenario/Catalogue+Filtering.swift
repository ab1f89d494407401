extension Catalogue {
  /// Operators that leave something out.
  static let filtering: [OperatorRow] = [
    OperatorRow("filter", [.predicate], weight: 6, traits: .hearsOut, model: .filter),
    OperatorRow("ignoreElements", weight: 1, traits: .hearsOut, model: .ignoreElements),
    // Elements are distinguished by whether their payload is odd.
    OperatorRow("distinctUntilChanged", weight: 2, traits: .hearsOut, model: .distinctUntilChanged),
    OperatorRow("elementAt", [.count(0...2)], weight: 2, model: .elementAt),
    OperatorRow("single", [.predicate], weight: 2, model: .single),
    OperatorRow("skip", [.count(0...3)], traits: .hearsOut, model: .skip),
    OperatorRow("skipWhile", [.predicate], weight: 2, traits: .hearsOut, model: .skipWhile),
    OperatorRow("skipUntil", inputs: 2...2, weight: 3, traits: .combines, model: .skipUntil),
    OperatorRow("take", [.count(0...3)], weight: 6, model: .take),
    OperatorRow("takeLast", [.count(0...3)], weight: 2, traits: .hearsOut, model: .takeLast),
    // The count says whether the element that ends it is passed on.
    OperatorRow("takeWhile", [.predicate, .count(0...1)], weight: 2, model: .takeWhile),
    OperatorRow(
      "takeUntilPredicate", [.predicate, .count(0...1)], weight: 2, model: .takeUntilPredicate),
    OperatorRow("takeUntil", inputs: 2...2, weight: 5, traits: .combines, model: .takeUntil),
    OperatorRow("sample", inputs: 2...2, weight: 3, traits: .combines, model: .sample),
    OperatorRow(
      "sampleOrDefault", [.payload], inputs: 2...2, weight: 1, traits: .combines,
      model: .sampleOrDefault),
    OperatorRow("ifEmptyDefault", [.payload], weight: 2, traits: .hearsOut, model: .ifEmptyDefault),
    OperatorRow("ifEmptySwitch", inputs: 2...2, weight: 2, model: .ifEmptySwitch),
  ]
}
