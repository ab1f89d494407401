/// Numbers the nodes of a graph, inputs after the node that has them, and puts them in blocks.
///
/// A block is what comes to life together: it ends where a node decides by itself when to subscribe an input.
struct GraphBuilder {
  private(set) var nodes: [GraphModel.Node] = []
  private(set) var blocks: [[Int]] = []

  private let semantics: LibrarySemantics

  init(
    _ chain: Chain, semantics: LibrarySemantics, rows: (String) -> OperatorRow?
  ) {
    self.semantics = semantics
    var made: [GraphModel.Node?] = []
    let root = Place(parent: nil, position: 0, block: 0, passesSubscribers: false)
    append(chain, root, rows, to: &made)
    nodes = made.compactMap { $0 }
  }

  private struct Place {
    var parent: Int?
    var position: Int
    var block: Int
    var passesSubscribers: Bool
  }

  @discardableResult
  private mutating func append(
    _ chain: Chain, _ place: Place, _ rows: (String) -> OperatorRow?,
    to made: inout [GraphModel.Node?]
  ) -> Int {
    let number = made.count
    made.append(nil)
    blocks.append([])
    let offset = blocks[place.block].count
    blocks[place.block].append(number)
    let row = rows(chain.row)
    let role = (row?.model ?? .identity).role
    var inputs: [Int] = []
    for (position, input) in chain.inputs.enumerated() {
      let startsBlock = Self.subscribes(role, laterInput: position)
      let below = Place(
        parent: number, position: position, block: startsBlock ? made.count : place.block,
        passesSubscribers: place.passesSubscribers || Self.subscribes(role))
      inputs.append(append(input, below, rows, to: &made))
    }
    made[number] = GraphModel.Node(
      chain, row, inputs: inputs, parent: place.parent, position: place.position,
      block: place.block, offset: offset, passesSubscribers: place.passesSubscribers,
      semantics: semantics)
    return number
  }

  /// True if events at a node of that role may make it subscribe an input.
  private static func subscribes(_ role: OperatorModel.Role) -> Bool {
    switch role {
    case .succession, .flattening, .retryWhen, .sharing, .connecting: true
    case .clocked(let stage): stage.hasReplacement
    case .feed, .subject, .cold, .timed, .stage, .handOver, .elsewhere, .scheduled, .withoutModel:
      false
    }
  }

  /// True if each subscription of that input is an instance of its own.
  private static func subscribes(_ role: OperatorModel.Role, laterInput position: Int) -> Bool {
    switch role {
    case .succession, .sharing: true
    case .flattening: position > 0
    case .retryWhen, .connecting: position == 0
    case .clocked(let stage): stage.hasReplacement && position > 0
    case .feed, .subject, .cold, .timed, .stage, .handOver, .elsewhere, .scheduled, .withoutModel:
      false
    }
  }
}
