/// Takes an input away from an operator that can do with fewer, and puts `never` in the place of a subgraph.
struct DropSourcePass: ShrinkPass {
  let name = "drop source"
  private static let silent = Chain("never")

  func candidates(of draft: ShrinkDraft) -> [ShrinkDraft] {
    let chain = draft.scenario.chain
    var chains: [Chain] = []
    for path in chain.paths {
      let node = chain.node(at: path)
      guard let row = Catalogue.row(named: node.row), node.inputs.count > row.inputs.lowerBound
      else { continue }
      for index in node.inputs.indices {
        var fewer = node
        fewer.inputs.remove(at: index)
        chains.append(chain.replacing(path, with: fewer))
      }
    }
    for path in chain.paths where !path.isEmpty && chain.node(at: path) != Self.silent {
      chains.append(chain.replacing(path, with: Self.silent))
    }
    return chains.map { edited in
      var scenario = draft.scenario
      scenario.chain = edited
      return ShrinkDraft(scenario)
    }
  }
}
