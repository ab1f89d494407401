extension Catalogue {
  /// Operators that depend on the clock.
  static let timed: [OperatorRow] = [
    delaying("debounce"),
    // The count says whether the latest element of a span is passed on.
    delaying("throttle", [.count(0...1)]),
    delaying("delay"),
    delaying("delaySubscription"),
    delaying("takeFor"),
    delaying("skipFor"),
    delaying("timeout"),
    delaying("timeoutOther", inputs: 2...2),
  ]

  private static func delaying(
    _ name: String, _ parameters: [ParameterKind] = [], inputs: ClosedRange<Int> = 1...1
  ) -> OperatorRow {
    OperatorRow(
      name, [.milliseconds(0...2), .queue] + parameters, inputs: inputs, weight: 2,
      traits: [.asynchronous, .timed], model: .unsaid)
  }
}
