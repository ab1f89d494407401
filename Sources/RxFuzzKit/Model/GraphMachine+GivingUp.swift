// How nodes that give their inputs up in the middle of a delivery do so.

extension GraphMachine {
  /// Lets nothing more leave the other inputs of such a node.
  func giveUpInputs(of place: Place, but input: Int?, in state: inout GraphState) {
    for other in graph.nodes[place.node].inputs.indices where other != input {
      giveUp(self.input(other, of: place), in: &state)
    }
  }

  /// Goes up to where events begin, or where they wait: what has left there is on its way, through whatever passes it on
  /// at once.
  private func giveUp(_ place: Place, in state: inout GraphState) {
    switch graph.nodes[place.node].role {
    case .stage(let stage) where !stage.serialises || stage.endsOthers != nil:
      giveUpInputs(of: place, but: nil, in: &state)
    case .elsewhere: giveUpInputs(of: place, but: nil, in: &state)
    case .feed, .subject, .cold, .timed, .stage, .handOver, .succession, .flattening, .retryWhen,
      .sharing, .connecting, .clocked, .scheduled, .unsaid:
      state[place].isCut = true
    }
  }
}
