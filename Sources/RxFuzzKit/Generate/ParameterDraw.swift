extension ParameterKind {
  /// Draws a value, the simplest one first. Values that make an operator let nothing through are rare.
  func draw(_ choices: inout ChoiceStream) -> Int {
    switch self {
    case .count(let range) where range.lowerBound == 0 && range.count > 1:
      // 1, 2, ... and now and then 0.
      let weights = Array(repeating: 4, count: range.count - 1) + [1]
      return (choices.drawWeighted(weights) + 1) % range.count
    case .predicate:
      return choices.drawWeighted([3, 1, 4, 4])
    case .count, .delta, .payload, .queue, .milliseconds, .feed, .form:
      return drawn.lowerBound + choices.draw(drawn.count)
    }
  }
}
