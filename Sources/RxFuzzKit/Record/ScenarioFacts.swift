/// What every judge needs to know about a scenario, worked out once for all its traces.
public struct ScenarioFacts: Sendable {
  public let scenario: Scenario
  /// Every action; the ordinal is the index plus one.
  public let actions: [Action]
  /// How many of them are the script's: the others are reactions.
  public let scriptedCount: Int
  public let subscriptions: [Int]
  public let implied: [Int]
  /// Leaves of the graph that attach to each feed when subscribed.
  public let feedLeaves: [Int: Int]
  /// The subjects that, once they have ended, have no element for anybody.
  public let forgetfulSubjects: Set<Int>
  /// Some row shares one connection among its subscribers.
  public let shares: Bool
  /// Some row delivers on another queue, or from a timer.
  public let isAsynchronous: Bool
  /// Some row puts events of several threads in a row, so that whoever is at it, even a disposer, delivers
  /// what others have emitted.
  public let serialises: Bool
  /// Some row fires by itself after a delay.
  public let isTimed: Bool
  /// Some row subscribes its input on another queue.
  public let subscribesElsewhere: Bool
  /// Some row may end before its source does, or subscribe it late or not at all.
  public let mayCutShort: Bool
  /// Some row may subscribe an input again.
  public let mayResubscribe: Bool
  /// The queue on which every delivery arrives, where the graph promises one.
  public let deliveryQueue: Int?

  public init(_ scenario: Scenario) {
    self.scenario = scenario
    actions = scenario.actions
    scriptedCount = scenario.before.count + scenario.queues.reduce(0) { $0 + $1.count }
    subscriptions = scenario.subscriptions
    implied = scenario.impliedSubscriptions
    let nodes = scenario.chain.nodes
    var leaves: [Int: Int] = [:]
    for node in nodes where node.row == "feed" { leaves[node.parameters[0], default: 0] += 1 }
    feedLeaves = leaves
    let traits = nodes.compactMap { Catalogue.row(named: $0.row)?.traits }
    shares = traits.contains { $0.contains(.shares) }
    // What is shared may be replayed to somebody for whom its source has nothing any more.
    forgetfulSubjects =
      shares
      ? []
      : Set(nodes.filter { ["subject", "behavior"].contains($0.row) }.map { $0.parameters[0] })
    isAsynchronous = traits.contains { !$0.isDisjoint(with: [.asynchronous, .timed]) }
    serialises =
      nodes.contains { $0.inputs.count > 1 }
      || traits.contains { !$0.isDisjoint(with: [.hot, .combines, .shares, .resubscribes]) }
    isTimed = traits.contains { $0.contains(.timed) }
    subscribesElsewhere =
      traits.contains { $0.contains(.resubscribes) }
      || nodes.contains { Self.rowsThatSubscribeLater.contains($0.row) }
    mayCutShort = nodes.contains { !Self.rowsThatHearAllInputsOut.contains($0.row) }
    mayResubscribe = traits.contains { $0.contains(.resubscribes) }
    deliveryQueue = Self.deliveryQueue(of: scenario.chain)
  }

  /// Rows that subscribe every input at once and keep it until it ends; of any other row a judge expects
  /// neither.
  private static let rowsThatHearAllInputsOut: Set<String> = [
    "feed", "subject", "map", "filter", "skip", "scan", "do", "debug", "deferred", "merge",
    "observeOn", "subscribeOn",
  ]

  /// Rows that subscribe an input on another queue, or when another input has ended.
  private static let rowsThatSubscribeLater: Set<String> = [
    "subscribeOn", "delaySubscription", "timeoutOther", "concat", "catch", "catchSequence",
    "ifEmptySwitch",
  ]

  /// The queue of an `observeOn` or a timer from which on every stage passes events straight through.
  private static func deliveryQueue(of chain: Chain) -> Int? {
    switch chain.row {
    case "observeOn": return chain.parameters[0]
    case "timer", "interval": return chain.parameters[1]
    case "take" where chain.parameters[0] == 0: return nil
    case "map", "filter", "skip", "take", "scan", "do", "debug", "deferred":
      return chain.inputs.first.flatMap(deliveryQueue)
    default: return nil
    }
  }
}
