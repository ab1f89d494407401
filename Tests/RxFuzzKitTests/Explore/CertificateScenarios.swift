import RxFuzzKit

/// The small scenarios whose proofs are the core's certificate: for every row of the catalogue, its ends raced against
/// disposal, and what else can meet there; and for every row of several inputs, what ends it from elsewhere, and two ends of one.
enum CertificateScenarios {
  /// File name without suffix, with its folder, and scenario; in the order of the catalogue. What waits for timers or
  /// other queues has many more schedules than the rest, and is proved up to a lower bound.
  static var all: [(name: String, scenario: Scenario)] {
    Catalogue.rows.flatMap { row in
      races(row).map { race in
        (
          "\(folder(row))/\(row.name)-\(race.name)",
          Scenario(
            library: "RxCore", chain: chain(row), queues: race.queues)
        )
      } + endedByAnother(row) + endedTwice(row)
    }
  }

  /// The row as one input of an operator that lets it go for what comes from its other input, while its sources go on: a row of
  /// several inputs may begin one of them just then.
  private static func endedByAnother(_ row: OperatorRow) -> [(name: String, scenario: Scenario)] {
    let own = row.inputs.lowerBound
    guard own > 1, folder(row) == "plain" else { return [] }
    let goingOn = [
      ("next-error", [Action.next(feed: 0, payload: 1), .error(feed: 0)]),
      ("next-completed", [.next(feed: 0, payload: 1), .completed(feed: 0)]),
    ]
    return [("amb", Action.next(feed: own, payload: 1)), ("merge", .error(feed: own))].flatMap {
      outer, end in
      goingOn.map { name, actions in
        (
          "ended/\(row.name)-\(outer)-\(name)",
          Scenario(
            library: "RxCore", chain: Chain(outer, inputs: [chain(row), Chain("feed", [own])]),
            queues: [actions, [end]])
        )
      }
    }
  }

  /// One input of a row of several is sent two ends at the same time; who sends the second one goes on with the other input.
  private static func endedTwice(_ row: OperatorRow) -> [(name: String, scenario: Scenario)] {
    guard row.inputs.lowerBound > 1, folder(row) == "plain" else { return [] }
    return [("first", 0), ("second", 1)].map { name, feed in
      (
        "ended/\(row.name)-twice-\(name)",
        Scenario(
          library: "RxCore", chain: chain(row), before: [.next(feed: 0, payload: 1)],
          queues: [[.completed(feed: feed)], [.error(feed: feed), .completed(feed: 1 - feed)]])
      )
    }
  }

  /// Rows whose timers go on until they are disposed.
  private static let endless: Set<String> = [
    "interval", "intervalForm", "periodicTimer", "buffer", "window", "windows",
  ]

  private static func folder(_ row: OperatorRow) -> String {
    if endless.contains(row.name) { return "endless" }
    return row.traits.contains(.asynchronous) ? "timed" : "plain"
  }

  /// The row on as many feeds as it needs, with its simplest parameters.
  private static func chain(_ row: OperatorRow) -> Chain {
    let parameters = row.parameters.map { kind in
      if case .count(let range) = kind { return min(max(1, range.lowerBound), range.upperBound) }
      return kind.drawn.lowerBound
    }
    let inputs = (0..<row.inputs.lowerBound).map { Chain("feed", [$0]) }
    return Chain(row.name, parameters, inputs: inputs)
  }

  private static func races(_ row: OperatorRow) -> [(name: String, queues: [[Action]])] {
    let leave = [Action.dispose(subscription: 1)]
    let arrive = ("subscribe-dispose", [[Action.subscribe(subscription: 1)], leave])
    guard row.inputs.upperBound > 0 || row.traits.contains(.feed) else { return [arrive] }
    var races = [
      ("completed-dispose", [[.completed(feed: 0)], leave]),
      ("error-dispose", [[.error(feed: 0)], leave]),
      ("next-dispose", [[.next(feed: 0, payload: 1), .completed(feed: 0)], leave]),
    ]
    if row.inputs.lowerBound > 1 {
      races.append(("completed-completed", [[.completed(feed: 0)], [.completed(feed: 1)]]))
    }
    if row.traits.contains(.shares) || row.traits.contains(.hot) { races.append(arrive) }
    return races
  }
}
