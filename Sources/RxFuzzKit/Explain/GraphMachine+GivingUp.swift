// How nodes that give their inputs up in the middle of a delivery do so.

extension GraphMachine {
  /// Lets an event come past the gate of such a node, where it gives the other inputs up first if it has to.
  func come(
    _ event: ModelEvent, from source: Place, _ stage: OperatorStage, _ lane: Int,
    in state: inout GraphState
  ) {
    let givesUp = stage.endsOthers?(graph.nodes[source.node].position, event) ?? false
    let count = givesUp ? inputsGivenUp(by: source, in: state).count : 0
    if count > UInt64.bitWidth { state.isExceeded = true }
    goOn(event, from: source, givingUp: ~(UInt64.max << UInt64(count)), lane, in: &state)
  }

  /// Gives one more of the other inputs up: nothing more leaves it, and it may be released. When none is left, the event
  /// goes on.
  func giveUp(_ choice: Int, _ lane: Int, in state: inout GraphState) {
    guard case .giveUp(let source, let event, let rest)? = state.lanes[lane].stack.popLast() else {
      return
    }
    var later = rest
    for _ in 0..<choice { later &= later - 1 }
    let number = later.trailingZeroBitCount
    state[inputsGivenUp(by: source, in: state)[number]].isCut = true
    goOn(event, from: source, givingUp: rest & ~(1 << UInt64(number)), lane, in: &state)
  }

  /// Lets an event go on that has so many inputs to give up first, as bits.
  private func goOn(
    _ event: ModelEvent, from source: Place, givingUp rest: UInt64, _ lane: Int,
    in state: inout GraphState
  ) {
    state.lanes[lane].stack.append(
      rest == 0 ? .enter(source, event) : .giveUp(source, event, rest: rest))
  }

  /// Where events begin, or where they wait, above the other inputs of the node that a source emits to.
  ///
  /// What has left there is on its way, through whatever passes it on at once.
  private func inputsGivenUp(by source: Place, in state: GraphState) -> [Place] {
    guard let place = parent(of: source, in: state) else { return [] }
    return origins(above: place, but: graph.nodes[source.node].position)
  }

  private func origins(above place: Place, but input: Int?) -> [Place] {
    graph.nodes[place.node].inputs.indices.filter { $0 != input }.flatMap { position in
      let other = self.input(position, of: place)
      switch graph.nodes[other.node].role {
      case .stage(let stage) where !stage.serialises || stage.endsOthers != nil:
        return origins(above: other, but: nil)
      case .elsewhere: return origins(above: other, but: nil)
      case .feed, .subject, .cold, .timed, .stage, .handOver, .succession, .flattening, .retryWhen,
        .sharing, .connecting, .clocked, .scheduled, .withoutModel:
        return [other]
      }
    }
  }
}
