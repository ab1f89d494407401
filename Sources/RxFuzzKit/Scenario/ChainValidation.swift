/// What makes an operator graph lawful: known rows, their arity, their parameters, and bounded size.
enum ChainValidation {
  /// Throws the first fault, from the root down and inputs left to right.
  static func check(_ chain: Chain) throws(ScenarioFault) {
    try checkSize(chain, depth: 1)
    let nodes = chain.nodes
    guard nodes.count <= ScenarioLimits.nodesMax else {
      throw fault("the chain has \(nodes.count) nodes, at most \(ScenarioLimits.nodesMax) are read")
    }
    for node in nodes { try checkNode(node) }
    try checkLabels(nodes)
  }

  /// A feed is of one kind, wherever the graph names it.
  private static func checkLabels(_ nodes: [Chain]) throws(ScenarioFault) {
    var first: [Int: Chain] = [:]
    for node in nodes {
      guard let label = node.label else { continue }
      let before = first[label, default: node]
      first[label] = before
      if before.row != node.row {
        throw fault("\(Letters.feed(label)) is both a \(before.row) and a \(node.row)")
      }
      if before.parameters != node.parameters {
        throw fault("\(before.row) \(Letters.feed(label)) has two different parameters")
      }
    }
  }

  private static func fault(_ message: String) -> ScenarioFault { ScenarioFault(.chain, message) }

  /// Recursion stops at the bound, so that a degenerate graph cannot exhaust the stack.
  private static func checkSize(_ chain: Chain, depth: Int) throws(ScenarioFault) {
    guard depth <= ScenarioLimits.depthMax else {
      throw fault("the chain is more than \(ScenarioLimits.depthMax) operators deep")
    }
    for input in chain.inputs { try checkSize(input, depth: depth + 1) }
  }

  private static func checkNode(_ node: Chain) throws(ScenarioFault) {
    guard let row = Catalogue.row(named: node.row) else {
      throw fault("`\(node.row)` is no operator")
    }
    guard row.inputs.contains(node.inputs.count) else {
      throw fault(
        "\(row.name) takes \(row.inputsInWords), here it has \(node.inputs.count)")
    }
    guard row.parameters.count == node.parameters.count else {
      throw fault(
        "\(row.name) takes \(row.parametersInWords), here it has "
          + "\(node.parameters.count)")
    }
    for (kind, value) in zip(row.parameters, node.parameters) where !kind.lawful.contains(value) {
      throw fault("\(row.name) needs \(kind.accepted), not \(kind.print(value))")
    }
  }
}

extension OperatorRow {
  /// The number of parameters, for messages.
  fileprivate var parametersInWords: String {
    parameters.isEmpty
      ? "no parameter" : "\(parameters.count) parameter\(parameters.count == 1 ? "" : "s")"
  }

  /// The number of inputs, for messages.
  var inputsInWords: String {
    let bounds =
      inputs.lowerBound == inputs.upperBound
      ? "\(inputs.lowerBound)" : "\(inputs.lowerBound) to \(inputs.upperBound)"
    return inputs.upperBound == 0
      ? "no input" : "\(bounds) input\(inputs.upperBound == 1 ? "" : "s")"
  }
}
