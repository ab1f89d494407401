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
    let serialises: Bool

    init(
      _ chain: Chain, inputs: [Int], parent: Int?, position: Int
    ) {
      let row = Catalogue.row(named: chain.row)
      role = (row?.model ?? .identity).role
      parameters = chain.parameters
      self.inputs = inputs
      self.parent = parent
      self.position = position
      feed = chain.label
      lane = row?.parameters.firstIndex(of: .queue).map {
        GraphModel.firstSchedulerLane + chain.parameters[$0]
      }
      switch role {
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
      case .feed, .timed, .handOver, .elsewhere, .unsaid:
        (opening, start, orders) = ([], .init(), [Array(inputs.indices)])
        serialises = false
      }
    }
  }

  /// Lanes of a machine: the driver, four racing queues, the scheduler queues.
  static let firstSchedulerLane = 1 + ScenarioLimits.queuesMax
  static let laneCount = firstSchedulerLane + ScenarioLimits.schedulerQueuesMax

  let script: ScenarioFacts
  /// The root is number 0.
  let nodes: [Node]
  /// One more than the largest number of a feed.
  let feedCount: Int
  /// Subscriptions by their index: their numbers, ascending.
  var subscriptions: [Int] { script.subscriptions }
  /// Nodes that hand events over to a queue.
  let handOvers: [Int]
  /// The first leaf of each feed, which says how all of them take part in the graph; nil where it does not
  /// name the feed.
  let firstLeaves: [Int?]
  /// Leaves of subjects that have more than one observer in the whole scenario.
  let sharedLeaves: [Int]
  /// Some timer fires until it is disposed.
  var hasEndlessTimer: Bool {
    nodes.contains {
      if case .timed(nil) = $0.role { return true }
      return false
    }
  }
  /// A row of the graph that the model cannot say, if there is one.
  let unsaidRow: String?

  init(_ script: ScenarioFacts) {
    self.script = script
    unsaidRow =
      script.scenario.chain.nodes.first {
        if case .unsaid? = Catalogue.row(named: $0.row)?.model.role { return true }
        return false
      }?.row
    var nodes: [Node?] = []
    Self.append(script.scenario.chain, parent: nil, position: 0, to: &nodes)
    self.nodes = nodes.compactMap { $0 }
    feedCount = (self.nodes.compactMap(\.feed).max() ?? -1) + 1
    firstLeaves = (0..<feedCount).map { [nodes = self.nodes] feed in
      nodes.firstIndex { $0.feed == feed }
    }
    handOvers = self.nodes.indices.filter { [nodes = self.nodes] in
      if case .handOver = nodes[$0].role { return true }
      return false
    }
    let leaves = self.nodes.indices.filter { [nodes = self.nodes] in
      if case .subject = nodes[$0].role { return true }
      return false
    }
    sharedLeaves = leaves.filter { [nodes = self.nodes] leaf in
      script.subscriptions.count > 1 || leaves.count { nodes[$0].feed == nodes[leaf].feed } > 1
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

  @discardableResult
  private static func append(
    _ chain: Chain, parent: Int?, position: Int, to nodes: inout [Node?]
  ) -> Int {
    let number = nodes.count
    nodes.append(nil)
    let inputs = chain.inputs.enumerated().map {
      append($0.element, parent: number, position: $0.offset, to: &nodes)
    }
    nodes[number] = Node(chain, inputs: inputs, parent: parent, position: position)
    return number
  }
}
