/// What every judge needs to know about a scenario, worked out once for all its traces.
public struct ScenarioFacts: Sendable {
  public let scenario: Scenario
  /// The scenario's graph, with the rows that stand for others replaced by those.
  let chain: Chain
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
  /// Whether there is a row of which nobody says what it keeps for later subscriptions.
  let isUnspecified: Bool
  /// The queue on which every delivery arrives, where the graph promises one.
  public let deliveryQueue: Int?

  public init(_ scenario: Scenario) {
    self.scenario = scenario
    actions = scenario.actions
    scriptedCount = scenario.before.count + scenario.queues.reduce(0) { $0 + $1.count }
    outsideDeliveries = Self.ordinalsOutsideDeliveries(scenario, first: scriptedCount + 1)
    subscriptions = scenario.subscriptions
    implied = scenario.impliedSubscriptions
    chain = scenario.chain.plain
    let nodes = chain.nodes
    var leaves: [Int: Int] = [:]
    for node in nodes where node.row == "feed" { leaves[node.parameters[0], default: 0] += 1 }
    feedLeaves = leaves
    let rows = nodes.map { Catalogue.row(named: $0.row) }
    let traits = rows.compactMap { $0?.traits }
    let shares = traits.contains { $0.contains(.shares) }
    self.shares = shares
    isUnspecified = Self.isUnspecified(chain)
    // What is shared may be replayed to somebody for whom its source has nothing any more.
    let mayReplay = shares || isUnspecified
    forgetfulSubjects = Set(
      zip(nodes, rows).filter { !mayReplay && $1?.model.forgetsAtItsEnd == true }
        .map { $0.0.parameters[0] })
    let usesTime = Self.usesTime(chain)
    isAsynchronous =
      !scenario.isVirtual && traits.contains { !$0.isDisjoint(with: [.asynchronous, .timed]) }
      || isUnspecified
    serialises =
      nodes.contains { $0.inputs.count > 1 } || scenario.isVirtual && usesTime
      || traits.contains { !$0.isDisjoint(with: [.hot, .combines, .shares, .resubscribes]) }
    isTimed = !scenario.isVirtual && usesTime
    mayResubscribe = traits.contains { $0.contains(.resubscribes) }
    subscribesElsewhere = mayResubscribe || rows.contains { $0?.model.role.subscribesLater == true }
    mayCutShort = rows.contains { $0?.traits.contains(.hearsOut) != true }
    deliveryQueue = scenario.isVirtual ? nil : Self.deliveryQueue(of: chain)
  }

  /// Whether there is any such reaction.
  var reactsOutsideDeliveries: Bool { !outsideDeliveries.isEmpty }

  /// Whether the action of that ordinal belongs to a reaction of which a trace does not say when it was due.
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

  /// Whether some row of the graph is somebody's own operator.
  static func isUnspecified(_ chain: Chain) -> Bool {
    chain.nodes.contains {
      Catalogue.row(named: $0.row)?.traits.contains(.unspecified) ?? false
    }
  }

  /// Whether some row of the graph goes by a clock.
  static func usesTime(_ chain: Chain) -> Bool {
    chain.nodes.contains { Catalogue.row(named: $0.row)?.traits.contains(.timed) ?? false }
  }

  /// The queue of a row that emits on one of its own, if from there on every stage passes events straight through.
  private static func deliveryQueue(of chain: Chain) -> Int? {
    guard let row = Catalogue.row(named: chain.row) else { return nil }
    switch row.model.emitter(chain.parameters, inputs: chain.inputs.count) {
    case .ownQueue: return row.parameters.firstIndex(of: .queue).map { chain.parameters[$0] }
    case .input: return deliveryQueue(of: chain.inputs[0])
    case .any: return nil
    }
  }
}
