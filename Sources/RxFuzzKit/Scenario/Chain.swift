/// An operator graph as a value: one row applied to parameters and inputs.
///
/// A graph is a tree whose leaves may name the same feed several times; that is how a hot source is
/// used in several places of one graph. Printed as `merge(feed a, feed b |> map +1) |> take 2`.
public struct Chain: Hashable, Sendable {
  /// Name of the catalogue row.
  public var row: String
  /// One number for each of the row's parameters; its `ParameterKind` gives the meaning.
  public var parameters: [Int]
  /// As many graphs as the row's `inputs` allows.
  public var inputs: [Chain]

  public init(_ row: String, _ parameters: [Int] = [], inputs: [Chain] = []) {
    self.row = row
    self.parameters = parameters
    self.inputs = inputs
  }

  /// Every node, this one first, inputs left to right. Complexity: O(nodes).
  public var nodes: [Chain] {
    var found: [Chain] = []
    appendNodes(to: &found)
    return found
  }

  /// The same graph, in which each of those nodes with more than two inputs is a tower of such nodes with two.
  func pairing(_ row: String) -> Chain {
    let inputs = inputs.map { $0.pairing(row) }
    guard self.row == row, let first = inputs.first, inputs.count > 2 else {
      return Chain(self.row, parameters, inputs: inputs)
    }
    return inputs.dropFirst().reduce(first) { Chain(row, parameters, inputs: [$0, $1]) }
  }

  /// Number of nodes on the longest path. Complexity: O(nodes).
  public var depth: Int { 1 + (inputs.map(\.depth).max() ?? 0) }

  /// The feed that this node's parameters name, if its row has such a parameter.
  public var label: Int? {
    guard let row = Catalogue.row(named: row), let index = row.parameters.firstIndex(of: .feed)
    else { return nil }
    return parameters.indices.contains(index) ? parameters[index] : nil
  }

  /// The feeds named by nodes whose row has those traits, ascending, each once.
  func labels(where matches: (OperatorRow.Traits) -> Bool) -> [Int] {
    var found: Set<Int> = []
    for node in nodes {
      guard let row = Catalogue.row(named: node.row), matches(row.traits) else { continue }
      if let label = node.label { found.insert(label) }
    }
    return found.sorted()
  }

  /// The scheduler queues, or virtual clocks, that nodes name, ascending, each once.
  var clocks: [Int] {
    var found: Set<Int> = []
    for node in nodes {
      for (kind, value) in zip(Catalogue.row(named: node.row)?.parameters ?? [], node.parameters)
      where kind == .queue {
        found.insert(value)
      }
    }
    return found.sorted()
  }

  private func appendNodes(to found: inout [Chain]) {
    found.append(self)
    for input in inputs { input.appendNodes(to: &found) }
  }
}
