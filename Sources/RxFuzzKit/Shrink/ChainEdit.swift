/// Places in an operator graph, and graphs that differ in one place.
extension Chain {
  /// The way to every node, this one's first: positions among the inputs, from the root down.
  var paths: [[Int]] {
    [[]] + inputs.enumerated().flatMap { index, input in input.paths.map { [index] + $0 } }
  }

  /// The node at that place.
  /// - Precondition: the path leads somewhere.
  func node(at path: some Collection<Int>) -> Chain {
    guard let first = path.first else { return self }
    return inputs[first].node(at: path.dropFirst())
  }

  /// The same graph with another subgraph at that place.
  /// - Precondition: the path leads somewhere.
  func replacing(_ path: some Collection<Int>, with other: Chain) -> Chain {
    guard let first = path.first else { return other }
    var copy = self
    copy.inputs[first] = inputs[first].replacing(path.dropFirst(), with: other)
    return copy
  }

  /// The same graph with each feed's number changed.
  func renamingFeeds(_ rename: (Int) -> Int) -> Chain {
    var copy = self
    let kinds = Catalogue.row(named: row)?.parameters ?? []
    for (index, kind) in kinds.enumerated()
    where kind == .feed && copy.parameters.indices.contains(index) {
      copy.parameters[index] = rename(copy.parameters[index])
    }
    copy.inputs = inputs.map { $0.renamingFeeds(rename) }
    return copy
  }

  /// The graph without its parameters, for example `merge(feed, feed |> map) |> take`.
  var shape: String {
    if inputs.count > 1 { return "\(row)(\(inputs.map(\.shape).joined(separator: ", ")))" }
    return inputs.first.map { "\($0.shape) |> \(row)" } ?? row
  }
}
