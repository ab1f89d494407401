/// A scenario's graph made ready for explaining traces: rows resolved to models, nodes numbered.
///
/// Built once for a scenario and read by any number of judges.
struct GraphModel: Sendable {
  /// A class, so that looking at a node costs one reference and not one for each of its lists.
  final class Node: Sendable {
    let role: OperatorModel.Role
    let parameters: [Int]
    /// Node numbers.
    let inputs: [Int]
    /// Where its events go, or nil for the root.
    let parent: Int?
    /// Which of the parent's inputs it is.
    let position: Int
    /// The orders in which its inputs may be subscribed.
    let orders: [[Int]]
    /// What it emits by itself when subscribed.
    let opening: [ModelEvent]
    /// What a stage remembers when subscribed.
    let start: OperatorStage.Memory
    /// The feed of a leaf that the script drives.
    let feed: Int?
    /// The lane of the scheduler queue that it uses.
    let lane: Int?
    /// Of a timer that goes on: the milliseconds between two of its elements.
    let period: Int
    let serialises: Bool
    /// Threads that bring it events wait for each other, instead of leaving them to who is at work.
    let locks: Bool
    /// Or they may leave them to who is at work.
    let handsOver: Bool
    /// Or they leave ends to who is at work, and only ends.
    let leavesEnds: Bool
    /// The root of the block of nodes that comes to life together with this one.
    let block: Int
    /// Where it is in that block.
    let offset: Int
    /// Something above it may subscribe others when an event passes.
    let passesSubscribers: Bool
    /// It has no sink of its own: who observes it observes its input.
    let standsAside: Bool

    init(
      _ chain: Chain, _ row: OperatorRow?, inputs: [Int], parent: Int?, position: Int, block: Int,
      offset: Int, passesSubscribers: Bool, semantics: LibrarySemantics
    ) {
      self.block = block
      self.offset = offset
      self.passesSubscribers = passesSubscribers
      standsAside = semantics.rowsWithoutSink.contains(chain.row)
      role = (row?.model ?? .identity).role
      parameters = chain.parameters
      self.inputs = inputs
      self.parent = parent
      self.position = position
      feed = chain.label
      lane = row?.parameters.firstIndex(of: .queue).map {
        GraphModel.firstSchedulerLane + chain.parameters[$0]
      }
      period =
        row?.parameters.lastIndex { if case .milliseconds = $0 { true } else { false } }
        .map { chain.parameters[$0] } ?? 0
      switch role {
      case .scheduled(let events):
        (opening, start, orders) = (events(chain.parameters), .init(), [])
        serialises = false
      case .clocked(let stage):
        (opening, start, orders) = ([], .init(), [[0]])
        serialises = stage.serialises
      case .cold(let events):
        (opening, start, orders) = (events(chain.parameters), .init(), [Array(inputs.indices)])
        serialises = false
      case .stage(let stage):
        opening = stage.opening(chain.parameters)
        start = stage.start(chain.parameters, inputs.count)
        orders = stage.orders(inputs.count)
        serialises = stage.serialises
      case .subject(let memory):
        start = OperatorStage.Memory(elements: memory.start(chain.parameters))
        (opening, orders) = ([], [])
        serialises = false
      case .retryWhen:
        // The answers are listened to before there is a question.
        (opening, start, orders) = ([], RetryMemory().packed, [[1]])
        serialises = true
      case .flattening(let flattening):
        let memory = flattening == .latest ? LatestMemory().packed : .init()
        (opening, start, orders) = ([], memory, [[0]])
        serialises = true
      case .connecting, .succession, .sharing:
        let isConnecting = if case .connecting = role { true } else { false }
        (opening, start) = ([], isConnecting ? .init(number: -1) : .init())
        (orders, serialises) = (isConnecting ? [[1]] : [], false)
      case .feed, .timed, .handOver, .elsewhere, .withoutModel:
        (opening, start, orders) = ([], .init(), [Array(inputs.indices)])
        serialises = false
      }
      let meeting = role.meeting ?? semantics.meeting
      locks = serialises && meeting != .queue
      handsOver = meeting == .queueOrLock
      leavesEnds = meeting == .elementsWait
    }
  }

  /// Lanes: the driver, the racing queues, and from here on the scheduler queues.
  static let firstSchedulerLane = 1 + ScenarioLimits.queuesMax
  static let lanesMax = firstSchedulerLane + ScenarioLimits.schedulerQueuesMax

  let script: ScenarioFacts
  /// How the library does what libraries do differently.
  let semantics: LibrarySemantics
  /// The root is number 0.
  let nodes: [Node]
  /// For the root of each block the nodes of the block; empty for other nodes.
  let blocks: [[Int]]
  /// Some node subscribes an input when an event asks for it, so that instances come to life by and by.
  let isDynamic: Bool
  /// Nodes whose subscribers share a connection.
  let sharers: [Int]
  /// Lanes on which anything can happen, from the first one: every state holds and compares each of them.
  let laneCount: Int
  /// One more than the largest number of a feed.
  let feedCount: Int
  /// Subscriptions by their index: their numbers, ascending.
  var subscriptions: [Int] { script.subscriptions }
  /// The first leaf of each feed, which says how all of them take part in the graph; nil where it does not
  /// name the feed.
  let firstLeaves: [Int?]
  /// Somebody may leave the list of a subject while others use it.
  let hasDepartures: Bool
  /// Some timer fires until it is disposed.
  var hasEndlessTimer: Bool {
    nodes.contains {
      if case .timed(nil) = $0.role { return true }
      return false
    }
  }
  /// A row of the graph that the model cannot say, if there is one.
  let rowWithoutModel: String?

  init(
    _ script: ScenarioFacts, semantics: LibrarySemantics = LibrarySemantics(),
    rows: (String) -> OperatorRow? = { Catalogue.row(named: $0) }
  ) {
    self.script = script
    self.semantics = semantics
    rowWithoutModel =
      script.chain.nodes.first {
        if case .withoutModel? = rows($0.row)?.model.role { return true }
        return false
      }?.row
    laneCount =
      script.isAsynchronous ? Self.lanesMax : 1 + script.scenario.queues.count
    let chain = script.chain
    let builder = GraphBuilder(
      semantics.amb == .nestedPairs ? chain.pairing("amb") : chain, semantics: semantics, rows: rows
    )
    nodes = builder.nodes
    blocks = builder.blocks
    isDynamic = builder.blocks.count { !$0.isEmpty } > 1
    feedCount = (nodes.compactMap(\.feed).max() ?? -1) + 1
    firstLeaves = (0..<feedCount).map { [nodes] feed in nodes.firstIndex { $0.feed == feed } }
    sharers = nodes.indices.filter { [nodes] in nodes[$0].role.hasConnections }
    let leaves = nodes.indices.filter { [nodes] in
      if case .subject = nodes[$0].role { return true }
      return false
    }
    hasDepartures =
      !sharers.isEmpty
      || leaves.contains { [nodes] leaf in
        script.subscriptions.count > 1 || nodes[leaf].block != 0
          || leaves.count { nodes[$0].feed == nodes[leaf].feed } > 1
      }
  }

  /// The index of a lane, or nil for a thread that no lane stands for.
  static func index(ofLane lane: UInt8) -> Int? {
    switch Int(lane) {
    case 0...ScenarioLimits.queuesMax: Int(lane)
    case 16..<(16 + ScenarioLimits.schedulerQueuesMax): Int(lane) - 16 + firstSchedulerLane
    default: nil
    }
  }

  /// The index of a subscription, or nil where the scenario has none of that number.
  func index(ofSubscription number: Int) -> Int? { subscriptions.firstIndex(of: number) }

  /// The first leaf of that feed, or nil where the graph does not name it.
  func leaf(ofFeed feed: Int) -> Node? {
    guard firstLeaves.indices.contains(feed), let leaf = firstLeaves[feed] else { return nil }
    return nodes[leaf]
  }
}
