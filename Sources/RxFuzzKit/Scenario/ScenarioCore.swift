/// What a scenario consists of, as counts: the rows of its graph and the kinds of its actions.
///
/// A failing scenario that has been made small is a core: scenarios that hold all of it, and more, mostly fail, too.
struct ScenarioCore: Hashable, Sendable {
  private let parts: [String: Int]

  init(_ scenario: Scenario) {
    var parts: [String: Int] = [:]
    for node in scenario.chain.nodes where node.row != Self.plainSource {
      parts[node.row, default: 0] += 1
    }
    for action in scenario.actions { parts[Self.word(action), default: 0] += 1 }
    self.parts = parts
  }

  /// Whether that scenario has every part of this one, as often.
  func isContained(in scenario: Scenario) -> Bool {
    let others = ScenarioCore(scenario).parts
    return parts.allSatisfy { others[$0.key, default: 0] >= $0.value }
  }

  /// Any other source may take its place.
  private static let plainSource = "feed"

  private static func word(_ action: Action) -> String {
    switch action {
    case .next: " next"
    case .error: " error"
    case .completed: " completed"
    case .dispose, .drop: " dispose"
    case .subscribe: " subscribe"
    case .advance: " advance"
    }
  }
}
