/// A scenario made ready to run many times: rows resolved to bindings, actions numbered and flattened.
///
/// A value that is built once for each scenario and read by all racers; nothing in it changes.
struct ScenarioPlan: Sendable {
  /// One node of the graph, inputs before the nodes that use them.
  struct Node: Sendable {
    let build: @Sendable (Iteration, [Int], [AnyObject]) -> AnyObject
    let parameters: [Int]
    let inputs: [Int]
  }

  static let queuesMax = ScenarioLimits.queuesMax

  let scenario: Scenario
  let nodes: [Node]
  /// One more than the largest number of a feed in the graph.
  let feedsUsed: Int
  /// Numbers of all subscriptions, ascending; handles and probes are kept in this order.
  let subscriptions: [Int]
  let holders: [Holder]
  /// Indices into `subscriptions` of those that exist before the race.
  let implied: [Int]
  let before: [PlannedAction]
  let queues: [[PlannedAction]]
  let reactions: [PlannedReaction]
  let hasReactions: Bool
  /// Those of the reactions that closures trigger.
  let closureReactions: [PlannedReaction]
  let holdSpins: UInt64
  /// Deliveries may come on scheduler queues, so the engine must drain those before it judges.
  let isAsynchronous: Bool
  /// Whether the graph has an operator of which nobody says where it works and what it leaves behind.
  let isUnspecified: Bool
  /// The first queue whose script disposes a subscription, or nil.
  let disposingQueue: Int?
  /// Rounds of draining after which what was enqueued at first has gone through the whole graph.
  let drainRounds: Int
  /// The queue on which every delivery arrives, where graph and library promise one.
  let deliveryQueue: Int?
  /// The longest delay of a timer in the graph, or nil where there is none, or time is virtual.
  let delayMilliseconds: Int?
  /// The virtual clocks that the graph names; empty in real time.
  let clocks: [Int]

  init(_ scenario: Scenario, library: any LibraryUnderTest) throws(PlanFailure) {
    self.scenario = scenario
    nodes = try Self.flatten(scenario.chain, library: library)
    feedsUsed = (scenario.feeds.last ?? -1) + 1
    if feedsUsed > Iteration.feedsMax {
      throw .tooMany("feeds", count: feedsUsed, max: Iteration.feedsMax)
    }
    if scenario.queues.count > Self.queuesMax {
      throw .tooMany("queues", count: scenario.queues.count, max: Self.queuesMax)
    }
    subscriptions = scenario.subscriptions
    holders = subscriptions.map { scenario.holders[$0] ?? .slot }
    let implied = Set(scenario.impliedSubscriptions)
    self.implied = subscriptions.indices.filter { [subscriptions] in
      implied.contains(subscriptions[$0])
    }

    var ordinal = 0
    func plan(_ actions: [Action], _ subscriptions: [Int]) -> [PlannedAction] {
      actions.map { action in
        ordinal += 1
        return PlannedAction(action, ordinal: ordinal, subscriptions: subscriptions)
      }
    }
    before = plan(scenario.before, subscriptions)
    queues = scenario.queues.map { [subscriptions] in plan($0, subscriptions) }
    reactions = scenario.reactions.map { [subscriptions] in
      PlannedReaction(
        subscription: $0.subscription, trigger: $0.trigger, actions: plan($0.actions, subscriptions)
      )
    }
    disposingQueue = queues.firstIndex { actions in
      actions.contains { $0.kind == .dispose || $0.kind == .drop }
    }
    hasReactions = !reactions.isEmpty
    closureReactions = reactions.filter {
      if case .closure = $0.trigger { return true }
      return false
    }
    holdSpins = UInt64(max(0, scenario.holdSpins))

    isUnspecified = ScenarioFacts.isUnspecified(scenario.chain)
    let asynchronous = scenario.chain.nodes.filter {
      Catalogue.row(named: $0.row)?.traits.contains(.asynchronous) ?? false
    }
    if scenario.isVirtual, !library.hasVirtualClocks {
      throw .noVirtualTime(library: library.name)
    }
    clocks = scenario.isVirtual ? scenario.clocks : []
    isAsynchronous = !asynchronous.isEmpty && !scenario.isVirtual
    drainRounds = asynchronous.reduce(1) { $0 + Self.hops(of: $1) }
    delayMilliseconds = scenario.isVirtual ? nil : Self.longestDelay(asynchronous)
    deliveryQueue =
      library.promises.contains(.sched1) ? ScenarioFacts(scenario).deliveryQueue : nil
  }

  /// Pieces of work that lead to one another there: one, or those of a source that takes a step for each of so many elements.
  private static func hops(of chain: Chain) -> Int {
    guard let row = Catalogue.row(named: chain.row), row.inputs == 0...0 else { return 1 }
    return zip(row.parameters, chain.parameters).reduce(1) { hops, parameter in
      if case .count = parameter.0 { hops + parameter.1 } else { hops }
    }
  }

  private static func flatten(
    _ chain: Chain, library: any LibraryUnderTest
  ) throws(PlanFailure) -> [Node] {
    var nodes: [Node] = []
    func visit(_ chain: Chain) throws(PlanFailure) -> Int {
      var inputs: [Int] = []
      for input in chain.inputs { inputs.append(try visit(input)) }
      guard let binding = library.binding(forRow: chain.row) else {
        throw .unboundRow(chain.row, library: library.name)
      }
      nodes.append(Node(build: binding.build, parameters: chain.parameters, inputs: inputs))
      return nodes.count - 1
    }
    _ = try visit(chain)
    return nodes
  }

  private static func longestDelay(_ chains: [Chain]) -> Int? {
    var longest: Int?
    for chain in chains {
      for (kind, parameter) in zip(
        Catalogue.row(named: chain.row)?.parameters ?? [], chain.parameters)
      {
        if case .milliseconds = kind { longest = max(longest ?? 0, parameter) }
      }
    }
    return longest
  }
}

/// An action with its ordinal and everything it needs looked up.
struct PlannedAction: Sendable {
  enum Kind: UInt8, Sendable { case next, error, completed, dispose, subscribe, drop, advance }

  let kind: Kind
  /// Position in `Scenario.actions`, from 1; also the code of the error it emits.
  let ordinal: Int
  /// The feed, the virtual clock, or the subscription's index in the plan.
  let target: Int
  /// The element a `next` emits, or the milliseconds of an `advance`.
  let token: Int

  init(_ action: Action, ordinal: Int, subscriptions: [Int]) {
    func index(_ subscription: Int) -> Int { subscriptions.firstIndex(of: subscription) ?? 0 }
    self.ordinal = ordinal
    switch action {
    case .next(let feed, let payload):
      (kind, target, token) = (.next, feed, Token.make(payload: payload, emission: ordinal))
    case .error(let feed): (kind, target, token) = (.error, feed, 0)
    case .completed(let feed): (kind, target, token) = (.completed, feed, 0)
    case .dispose(let subscription): (kind, target, token) = (.dispose, index(subscription), 0)
    case .subscribe(let subscription): (kind, target, token) = (.subscribe, index(subscription), 0)
    case .drop(let subscription): (kind, target, token) = (.drop, index(subscription), 0)
    case .advance(let clock, let span): (kind, target, token) = (.advance, clock, span)
    }
  }
}

/// A reaction with its actions looked up.
struct PlannedReaction: Sendable {
  let subscription: Int
  let trigger: Reaction.Trigger
  let actions: [PlannedAction]
}
