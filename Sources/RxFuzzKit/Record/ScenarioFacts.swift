/// What every judge needs to know about a scenario, worked out once for all its traces.
public struct ScenarioFacts: Sendable {
  public let scenario: Scenario
  /// Every action; the ordinal is the index plus one.
  public let actions: [Action]
  /// How many of them are the script's: the others are reactions.
  public let scriptedCount: Int
  /// For each reaction the ordinals of its actions, where they come outside of deliveries; the others are left out.
  private let outsideDeliveries: [Range<Int>]
  public let subscriptions: [Int]
  public let implied: [Int]
  /// Leaves of the graph that attach to each feed when subscribed.
  public let feedLeaves: [Int: Int]
  /// The subjects that, once they have ended, have no element for anybody.
  public let forgetfulSubjects: Set<Int>
  /// Some row shares one connection among its subscribers.
  public let shares: Bool
  /// Some row delivers on another queue, or from a timer of real time.
  public let isAsynchronous: Bool
  /// Some row puts events of several threads in a row, so that whoever is at it, even a disposer, delivers
  /// what others have emitted.
  public let serialises: Bool
  /// Some row fires by itself after a delay of real time.
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
    outsideDeliveries = Self.ordinalsOutsideDeliveries(scenario, first: scriptedCount + 1)
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
    let usesTime = Self.usesTime(scenario.chain)
    isAsynchronous =
      !scenario.isVirtual && traits.contains { !$0.isDisjoint(with: [.asynchronous, .timed]) }
    serialises =
      nodes.contains { $0.inputs.count > 1 } || scenario.isVirtual && usesTime
      || traits.contains { !$0.isDisjoint(with: [.hot, .combines, .shares, .resubscribes]) }
    isTimed = !scenario.isVirtual && usesTime
    subscribesElsewhere =
      traits.contains { $0.contains(.resubscribes) }
      || nodes.contains { Self.rowsThatSubscribeLater.contains($0.row) }
    mayCutShort = nodes.contains { !Self.rowsThatHearAllInputsOut.contains($0.row) }
    mayResubscribe = traits.contains { $0.contains(.resubscribes) }
    deliveryQueue = scenario.isVirtual ? nil : Self.deliveryQueue(of: scenario.chain)
  }

  /// Whether there is any such reaction.
  var reactsOutsideDeliveries: Bool { !outsideDeliveries.isEmpty }

  /// Whether the action of that ordinal belongs to a reaction of which a trace does not tell when it was due.
  func comesOutsideDeliveries(_ ordinal: Int) -> Bool {
    outsideDeliveries.contains { $0.contains(ordinal) }
  }

  private static func ordinalsOutsideDeliveries(
    _ scenario: Scenario, first: Int
  ) -> [Range<Int>] {
    var (next, found): (Int, [Range<Int>]) = (first, [])
    for reaction in scenario.reactions {
      let ordinals = next..<next + reaction.actions.count
      next = ordinals.upperBound
      if reaction.trigger.isOutsideDeliveries { found.append(ordinals) }
    }
    return found
  }

  /// Whether some row of the graph goes by a clock.
  static func usesTime(_ chain: Chain) -> Bool {
    chain.nodes.contains { Catalogue.row(named: $0.row)?.traits.contains(.timed) ?? false }
  }

  /// Rows that subscribe every input at once and keep it until it ends; of any other row a judge expects
  /// neither.
  private static let rowsThatHearAllInputsOut: Set<String> = [
    "feed", "subject", "map", "filter", "skip", "scan", "do", "debug", "deferred", "merge",
    "observeOn", "subscribeOn",
  ]

  /// Rows that subscribe an input on another queue, or when another input has ended.
  private static let rowsThatSubscribeLater: Set<String> = [
    "subscribeOn", "delaySubscription", "timeoutOther", "concat", "catch", "catchThrows",
    "catchSequence", "ifEmptySwitch",
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
