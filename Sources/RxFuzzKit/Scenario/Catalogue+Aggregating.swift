// Operators that collect, number, wrap or make elements.

extension Catalogue {
  static let aggregating: [OperatorRow] = [
    OperatorRow("compactMap", [.predicate], weight: 3, traits: .hearsOut, model: .filter),
    OperatorRow("enumerated", weight: 2, traits: .hearsOut, model: .enumerated),
    OperatorRow("scanInto", [.payload], weight: 2, traits: .hearsOut, model: .scan),
    OperatorRow("reduce", [.payload], weight: 2, traits: .hearsOut, model: .reduce),
    OperatorRow("toArray", weight: 2, traits: .hearsOut, model: .toArray),
    OperatorRow("materialize", weight: 2, traits: .hearsOut, model: .materialize),
    OperatorRow("dematerialize", [.predicate], weight: 2, model: .dematerialize),
    OperatorRow("withUnretained", weight: 1, traits: .hearsOut, model: .identity),
    OperatorRow("using", weight: 2, traits: .hearsOut, model: .identity),
  ]

  static let generated: [OperatorRow] = [
    OperatorRow("generate", [.payload, .count(0...3)], inputs: 0...0, weight: 1, model: .range),
    OperatorRow(
      "repeatElement", [.payload, .count(0...3)], inputs: 0...0, weight: 1, model: .repeated),
    OperatorRow(
      "fromOptional", [.payload, .count(0...1)], inputs: 0...0, weight: 1, model: .repeated),
    OperatorRow(
      "justScheduled", [.payload, .queue], inputs: 0...0, weight: 1, traits: .asynchronous,
      model: .justScheduled),
  ]
}
