extension Catalogue {
  /// Operators that depend on the clock.
  static let timed: [OperatorRow] = [
    delaying("debounce", model: .debounce),
    // The count says whether the latest element of a span is passed on.
    delaying("throttle", [.count(0...1)], model: .throttle),
    delaying("delay", model: .delay),
    delaying("delaySubscription", model: .subscribeOn),
    delaying("takeFor", model: .takeFor),
    delaying("skipFor", model: .skipFor),
    delaying("timeout", model: .timeout),
    delaying("timeoutOther", inputs: 2...2, model: .timeoutOther),
  ]

  private static func delaying(
    _ name: String, _ parameters: [ParameterKind] = [], inputs: ClosedRange<Int> = 1...1,
    model: OperatorModel
  ) -> OperatorRow {
    OperatorRow(
      name, [.milliseconds(0...2), .queue] + parameters, inputs: inputs, weight: 2,
      traits: [.asynchronous, .timed], model: model)
  }
}
