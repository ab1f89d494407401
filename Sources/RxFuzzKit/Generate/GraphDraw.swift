/// Draws operator graphs of the rows that a library binds.
///
/// Swarm weights: every graph first draws which rows are off, usual or favoured, so that a run sees
/// graphs crowded with one operator and graphs without it, instead of an average everywhere.
/// Source: Groce, Zhang, Eide, Chen, Regehr, "Swarm testing", ISSTA 2012.
struct GraphDraw: Sendable {
  /// Weights of the depths 0, 1, ... 5: operators on the longest path.
  private static let depthWeights = [14, 40, 28, 11, 5, 2]
  /// Nodes beyond which only leaves are drawn.
  private static let nodesMax = 12
  /// Operators of more inputs than that stand at the root, or where an aim wants them.
  private static let inputsBelowRootMax = 3
  /// Different feeds of one graph.
  private static let labelsMax = 4
  /// One graph in this many may hold one asynchronous row: they cost a hundred times the others.
  private static let asynchronousGraphsOneIn = 10
  private static let favouredFactor = 4

  private let leaves: [OperatorRow]
  private let operators: [OperatorRow]

  init(rows: [OperatorRow]) {
    let drawn = rows.filter { $0.weight > 0 }
    leaves = drawn.filter { $0.inputs.upperBound == 0 }
    operators = drawn.filter { $0.inputs.upperBound > 0 }
  }

  /// A graph, and the source that a race should drive: the one whose events pass through the aim's operators.
  func graph(
    _ choices: inout ChoiceStream, aim: Aim?, subjectsSerialise: Bool
  ) -> (chain: Chain, focus: Int?) {
    var draw = Draw(
      depth: choices.drawWeighted(Self.depthWeights),
      leafWeights: swarmWeights(leaves, &choices),
      operatorWeights: swarmWeights(operators, &choices))
    if let aim {
      draw.spine = GraphSpine(aim, subjectsSerialise: subjectsSerialise)
      let depthMin = draw.spine?.depthMin ?? 0
      draw.depth = aim.isPlain ? depthMin : max(draw.depth, depthMin)
      draw.spine?.place(below: draw.depth, &choices)
    } else {
      draw.asynchronousLeft = choices.unusual(1, outOf: Self.asynchronousGraphsOneIn) ? 1 : 0
    }
    let chain = node(depth: draw.depth, onSpine: aim != nil, &draw, &choices)
    return (chain, draw.spine?.label)
  }

  /// What one graph's draw has decided and used up.
  private struct Draw {
    var depth: Int
    let leafWeights: [Int]
    let operatorWeights: [Int]
    var spine: GraphSpine?
    var asynchronousLeft = 0
    var nodes = 0
    /// Feeds in the order of their numbers, as the leaf that first named each.
    var labels: [Chain] = []
  }

  /// Feeds are never off: what nobody drives cannot race.
  private func swarmWeights(_ rows: [OperatorRow], _ choices: inout ChoiceStream) -> [Int] {
    rows.map { row in
      switch choices.drawWeighted([5, 2, 3]) {
      case 0: row.weight
      case 1: row.weight * Self.favouredFactor
      default: row.traits.contains(.feed) ? row.weight : 0
      }
    }
  }

  /// - Parameter onSpine: whether this is the way of first inputs from the root, on which an aim is met.
  private func node(
    depth: Int, onSpine: Bool, _ draw: inout Draw, _ choices: inout ChoiceStream
  ) -> Chain {
    draw.nodes += 1
    if onSpine, let row = draw.spine?.row(atDepth: depth) {
      return node(row, depth: depth, onSpine: true, &draw, &choices)
    }
    let allowed = weights(operators, draw.operatorWeights, draw)
    guard depth > 0, draw.nodes < Self.nodesMax, allowed.contains(where: { $0 > 0 }) else {
      return onSpine ? spineLeaf(&draw, &choices) : leaf(&draw, &choices)
    }
    let row = operators[choices.drawWeighted(allowed)]
    use(row, &draw)
    return node(row, depth: depth, onSpine: onSpine, &draw, &choices)
  }

  private func node(
    _ row: OperatorRow, depth: Int, onSpine: Bool, _ draw: inout Draw,
    _ choices: inout ChoiceStream
  ) -> Chain {
    var parameters = row.parameters.map { $0.draw(&choices) }
    let count = row.inputs.lowerBound + choices.draw(row.inputs.count)
    let isAim = onSpine && draw.spine?.isAim(atDepth: depth) ?? false
    if isAim, let spine = draw.spine { parameters = spine.parameters(parameters) }
    // The first input goes to the full depth; the others end anywhere above it.
    let inputs = (0..<count).map { index in
      if isAim, index == 1, let spine = draw.spine, spine.needsSecondSource {
        return newFeed(among: feeds(hotOnly: false, for: spine), &draw, &choices)
      }
      return node(
        depth: index == 0 ? depth - 1 : choices.draw(depth), onSpine: onSpine && index == 0, &draw,
        &choices)
    }
    return Chain(row.name, parameters, inputs: inputs)
  }

  /// The leaf at the end of the spine: the one that the aim names, or one that can be driven as its race needs.
  private func spineLeaf(_ draw: inout Draw, _ choices: inout ChoiceStream) -> Chain {
    guard let spine = draw.spine else { return leaf(&draw, &choices) }
    let wanted = spine.leaf.map { [$0] } ?? feeds(hotOnly: spine.needsHot, for: spine)
    guard !wanted.isEmpty else { return leaf(&draw, &choices) }
    guard wanted[0].parameters.contains(.feed) else {
      let drawn = wanted[0].parameters.map { $0.draw(&choices) }
      return Chain(wanted[0].name, spine.isLeaf ? spine.parameters(drawn) : drawn)
    }
    draw.spine?.label = draw.labels.count
    return newFeed(among: wanted, &draw, &choices)
  }

  private func feeds(hotOnly: Bool, for spine: GraphSpine) -> [OperatorRow] {
    leaves.filter {
      $0.traits.contains(hotOnly ? [.feed, .hot] : .feed) && spine.suits($0)
    }
  }

  private func newFeed(
    among rows: [OperatorRow], _ draw: inout Draw, _ choices: inout ChoiceStream
  ) -> Chain {
    guard !rows.isEmpty else { return leaf(&draw, &choices) }
    let row = rows[choices.drawWeighted(rows.map(\.weight))]
    return newFeed(row, &draw, &choices)
  }

  /// A new one while there are letters left at all, which many inputs of as many rows can use up; then any of the old ones.
  private func newFeed(
    _ row: OperatorRow, _ draw: inout Draw, _ choices: inout ChoiceStream
  ) -> Chain {
    let number = draw.labels.count
    guard number < ScenarioLimits.feedsMax else { return choices.element(of: draw.labels) }
    draw.labels.append(
      Chain(row.name, row.parameters.map { $0 == .feed ? number : $0.draw(&choices) }))
    return draw.labels[number]
  }

  private func leaf(_ draw: inout Draw, _ choices: inout ChoiceStream) -> Chain {
    // Where the swarm turned off every source that may stand here, all of them are back on; a library
    // that binds none gets a feed, and an error that names it where the graph is built.
    let usual = leaves.map(\.weight)
    let wanted = [weights(leaves, draw.leafWeights, draw), weights(leaves, usual, draw), usual]
    guard let allowed = wanted.first(where: { $0.contains { $0 > 0 } }) else {
      return Chain("feed", [0])
    }
    let row = leaves[choices.drawWeighted(allowed)]
    use(row, &draw)
    return row.parameters.contains(.feed)
      ? feed(row, &draw, &choices)
      : Chain(row.name, row.parameters.map { $0.draw(&choices) })
  }

  /// A feed used before by the same row, or a new one while letters last.
  private func feed(
    _ row: OperatorRow, _ draw: inout Draw, _ choices: inout ChoiceStream
  ) -> Chain {
    let used = draw.labels.indices.filter { draw.labels[$0].row == row.name }
    let mayAdd = draw.labels.count < Self.labelsMax
    if !used.isEmpty, !mayAdd || !choices.unusual(6, outOf: 10) {
      return draw.labels[choices.element(of: used)]
    }
    return newFeed(row, &draw, &choices)
  }

  private func weights(_ rows: [OperatorRow], _ weights: [Int], _ draw: Draw) -> [Int] {
    zip(rows, weights).map { row, weight in
      if row.traits.contains(.asynchronous), draw.asynchronousLeft == 0 { return 0 }
      // One of many inputs within another would make more nodes than a graph may have.
      return row.inputs.lowerBound > Self.inputsBelowRootMax && draw.nodes > 1 ? 0 : weight
    }
  }

  private func use(_ row: OperatorRow, _ draw: inout Draw) {
    if row.traits.contains(.asynchronous) { draw.asynchronousLeft -= 1 }
  }
}
