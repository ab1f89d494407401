/// Every outcome that the sequential model of a graph allows, whichever way the actions of its scenario are interleaved.
///
/// An outcome is what each subscription is delivered, in order; when, and beside what, it leaves out. Thus it allows more
/// than the search for an explanation of a trace does, and never less: what is missing here is a violation.
/// Complexity: the states of the model that can be reached, up to `nodesMax`. Thread-safety: a value.
struct LawfulOutcomes {
  /// Ways of going on that are looked at before the search is given up.
  static let nodesMax = 60_000

  /// For each subscription, in the order of their numbers, the events that it was delivered.
  typealias Outcome = [[Event]]

  /// An event without what tells equal ones apart.
  enum Event: Hashable, Comparable {
    case next(payload: Int)
    case error
    case completed

    init(_ event: ModelEvent) {
      switch event {
      case .next(let token): self = .next(payload: Token.payload(token))
      case .error: self = .error
      case .completed: self = .completed
      }
    }
  }

  private struct Node: Hashable {
    var state: GraphMoves.Number
    /// How many actions of each lane have begun.
    var begun: [Int]
    var delivered: Outcome
  }

  private let graph: GraphModel
  private let machine: GraphMachine
  private var moves: GraphMoves
  private var pending: [Node] = []
  private var seen: Set<Node> = []
  private var outcomes: Set<Outcome> = []
  /// The ordinals of the first actions of the driver and of each queue, and their numbers.
  private let scripts: [(first: Int, count: Int)]

  private init(_ machine: GraphMachine) {
    self.machine = machine
    graph = machine.graph
    moves = GraphMoves(machine)
    var first = 1
    scripts = ([graph.script.scenario.before] + graph.script.scenario.queues).map { actions in
      defer { first += actions.count }
      return (first, actions.count)
    }
  }

  /// All of them; nil where the model cannot say, because time or queues of its own take part, because observers react, or
  /// because there are too many ways.
  static func all(_ machine: GraphMachine) -> Set<Outcome>? {
    let script = machine.graph.script
    guard !script.isAsynchronous, !script.isTimed, script.scenario.reactions.isEmpty else {
      return nil
    }
    var search = LawfulOutcomes(machine)
    return search.run()
  }

  private mutating func run() -> Set<Outcome>? {
    note(
      Node(
        state: moves.first, begun: scripts.map { _ in 0 },
        delivered: graph.subscriptions.map { _ in [] }))
    while let node = pending.popLast() {
      if seen.count > Self.nodesMax || moves.isExceeded(node.state) { return nil }
      goOn(from: node)
    }
    return outcomes
  }

  private mutating func note(_ node: Node) {
    if seen.insert(node).inserted { pending.append(node) }
  }

  private mutating func goOn(from node: Node) {
    let state = moves.state(node.state)
    for lane in 0..<moves.laneCount {
      for choice in 0..<moves.choices(lane, in: node.state) {
        var next = node
        next.state = moves.step(lane, choice, from: node.state)
        note(next)
      }
      if let record = record(of: lane, in: state, node) { take(record, lane, node) }
    }
    for attachment in state.attachments where !attachment.isDetached {
      take(TraceRecord(.detached, lane: 0, subject: attachment.number), 0, node)
    }
    guard zip(node.begun, scripts).allSatisfy({ $0 == $1.count }) else { return }
    take(TraceRecord(state.isTearingDown ? .tornDown : .raceEnd, lane: 0, subject: 0), 0, node)
  }

  /// What the lane's innermost frame waits for, or the lane's next action.
  private func record(of lane: Int, in state: GraphState, _ node: Node) -> TraceRecord? {
    func made(_ kind: TraceRecord.Kind, _ subject: Int, _ value: Int = 0) -> TraceRecord {
      TraceRecord(kind, lane: UInt8(lane), subject: subject, value: value)
    }
    switch state.lanes[lane].stack.last {
    case .action(let ordinal): return made(.actionExit, ordinal)
    case .attach(let place):
      return graph.nodes[place.node].feed.map {
        made(.attached, state.attachments.count + 1, $0)
      }
    case .deliver(let subscription, let event):
      let number = graph.subscriptions[subscription]
      return switch event {
      case .next(let token): made(.nextEnter, number, token)
      case .error(let code): made(.errorEnter, number, code)
      case .completed: made(.completedEnter, number)
      }
    case .callback(let subscription, let event):
      let number = graph.subscriptions[subscription]
      return switch event {
      case .next(let token): made(.nextExit, number, token)
      case .error(let code): made(.errorExit, number, code)
      case .completed: made(.completedExit, number)
      }
    case nil:
      guard !state.isTearingDown, lane < scripts.count, node.begun[lane] < scripts[lane].count,
        lane == 0 || node.begun[0] == scripts[0].count
      else { return nil }
      return made(.actionEnter, scripts[lane].first + node.begun[lane])
    default: return nil
    }
  }

  private mutating func take(_ record: TraceRecord, _ lane: Int, _ node: Node) {
    guard let state = moves.take(moves.symbol(of: record), lane, from: node.state) else { return }
    var next = node
    next.state = state
    switch record.kind {
    case .actionEnter: next.begun[lane] += 1
    case .nextEnter, .errorEnter, .completedEnter:
      if let (subscription, event) = machine.delivery(record) {
        next.delivered[subscription].append(Event(event))
      }
    case .tornDown:
      outcomes.insert(node.delivered)
      return
    case .hole, .actionExit, .nextExit, .errorExit, .completedExit, .disposedCallback, .attached,
      .detached, .raceEnd:
      break
    }
    note(next)
  }
}
