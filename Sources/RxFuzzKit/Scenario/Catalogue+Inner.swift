// Operators that subscribe to sequences which their elements stand for, or split a sequence into several.

extension Catalogue {
  /// The first input is the outer sequence; the payload of its elements chooses among the others.
  static let inner: [OperatorRow] = [
    inner("flatMap", weight: 5, model: .flatMap),
    inner("flatMapFirst", model: .flatMapFirst),
    inner("flatMapLatest", weight: 5, model: .flatMapLatest),
    inner("concatMap", weight: 5, model: .concatMap),
    inner("switchLatest", model: .flatMapLatest),
    inner("mergeInner", model: .flatMap),
    inner("concatInner", model: .concatMap),
    inner("mergeMaxConcurrent", [.count(1...3)], weight: 5, model: .mergeMaxConcurrent),
    // Each group is merged into the output at once.
    OperatorRow("groupBy", traits: .combines, model: .grouped),
    // Every subscription of a batch sets one of these timers again and again: shorter spans keep a queue so busy in
    // a debug build that it never drains.
    OperatorRow(
      "window", [.milliseconds(4...8), .count(1...3), .queue], weight: 1,
      traits: [.asynchronous, .timed, .combines], model: .window),
    OperatorRow(
      "buffer", [.milliseconds(4...8), .count(1...3), .queue], weight: 1,
      traits: [.asynchronous, .timed], model: .buffer),
  ]

  private static func inner(
    _ name: String, _ parameters: [ParameterKind] = [], weight: Int = 3, model: OperatorModel
  ) -> OperatorRow {
    OperatorRow(
      name, parameters, inputs: 2...3, weight: weight,
      traits: [.combines, .resubscribes, .chooses], model: model)
  }
}
